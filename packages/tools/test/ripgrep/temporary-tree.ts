import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Where the folder goes when the test is over, unless it is given a way of its own. */
export type Cleanup = (remove: () => void) => void;

/** Makes a folder with these files; the later a file is in the list, the newer it is, by a second each. */
export function temporaryTree(
  files: Readonly<Record<string, string | Buffer>>,
  cleanup: Cleanup = onTestFinished,
): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-search-')));
  cleanup(() => {
    // Only root removes what a test has closed.
    execFileSync('chmod', ['-R', 'u+rwX', root]);
    rmSync(root, { recursive: true, force: true });
  });
  let seconds = 1_700_000_000;
  for (const [name, content] of Object.entries(files)) {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    utimesSync(path, seconds, seconds);
    seconds++;
  }
  return root;
}

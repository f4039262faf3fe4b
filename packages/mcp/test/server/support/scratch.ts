import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A directory that is gone after the test; its real path. */
export function scratch(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-test-')));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

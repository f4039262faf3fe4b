import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A fresh directory, real path, and the way to be rid of it. */
export function makeScratch(): { readonly path: string; readonly dispose: () => void } {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-host-')));
  return { path, dispose: () => rmSync(path, { recursive: true, force: true }) };
}

import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryTree } from './temporary-tree.ts';

/** A program in the place of rg, for endings that a real search can't be made to have on every machine. */
export function standInForRipgrep(shellScript: string): string {
  const path = join(temporaryTree({}), 'rg');
  writeFileSync(path, `#!/bin/sh\n${shellScript}\n`);
  chmodSync(path, 0o755);
  return path;
}

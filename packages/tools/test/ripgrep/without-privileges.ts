import { chmodSync } from 'node:fs';
import { rgPath } from '@vscode/ripgrep';
import { standInForRipgrep } from './stand-in.ts';

/** An rg that folder permissions apply to, also where the tests are run by root (then with util-linux's setpriv). */
export function withoutPrivileges(root: string): string {
  if (process.getuid?.() !== 0) return rgPath;
  chmodSync(root, 0o755);
  return standInForRipgrep(`exec setpriv --reuid=65534 --regid=65534 --clear-groups '${rgPath}' "$@"`);
}

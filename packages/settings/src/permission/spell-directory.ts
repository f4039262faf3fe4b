import { join, resolve } from 'node:path';

/** The absolute path of a directory as written, with links unresolved; undefined if it isn't a path. */
export function spellDirectory(text: string, root: string, home: string | undefined): string | undefined {
  if (text.trim() === '' || text.includes('\0')) return undefined;
  if (text !== '~' && !text.startsWith('~/')) return resolve(root, text);
  return home === undefined ? undefined : join(home, text.slice(1));
}

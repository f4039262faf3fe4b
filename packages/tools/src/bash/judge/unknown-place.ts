import { resolve } from 'node:path';

/** Where the line has gone itself: what it reads there by an unknown name is taken to lie there. */
export function placeBeyond(cwd: string | undefined, start: string | undefined): string | undefined {
  return cwd === start || (start !== undefined && cwd?.startsWith(`${start}/`) === true) ? undefined : cwd;
}

/** `a/b`, also of `~user/a/b` and `../a/b/*`. Undefined: nothing of it is known, or where it begins. */
export function relativePart(written: string): string | undefined {
  const bare = written.replaceAll(/["']/gu, '').replace(/^~[\w-]*\/|^(?:\.{1,2}\/+)+/u, '');
  const open = bare.search(/[*?[{$`]/u);
  const known = open === -1 ? bare : bare.slice(0, bare.lastIndexOf('/', open) + 1);
  return /^[\w.@+][\w@+./-]*$/u.test(known) ? known : undefined;
}

/** Where a word leads that begins with a name: `logs/$DAY`, `~/logs/$DAY`, `~/.*`. */
export function directoryWithin(
  written: string,
  cwd: string | undefined,
  [home]: readonly string[],
): string | undefined {
  const bare = written.replaceAll(/["']/gu, '');
  const path = home === undefined ? bare : bare.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/)/u, () => home);
  const [, start] = /^([\w@+/][\w@+./-]*)[$`*?[{]/u.exec(path) ?? [];
  if (start === undefined || (cwd === undefined && !start.startsWith('/')) || written.includes('..'))
    return undefined;
  return resolve(cwd ?? '/', start.slice(0, start.lastIndexOf('/') + 1));
}

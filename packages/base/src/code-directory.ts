import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/**
 * Where the command keeps compiled code: in the user's own cache directory, since in a shared one others could put code for
 * this program. `XDG_CACHE_HOME` counts only if it is absolute, as its specification has it: a relative one would lie in
 * any repository. Undefined: there is no such place. A home that does not exist is not made.
 */
export function codeDirectory(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const wanted = env['XDG_CACHE_HOME'] ?? '';
  const cache = isAbsolute(wanted) ? wanted : cacheOfHome();
  return cache === undefined ? undefined : join(cache, 'sluice', 'code');
}

function cacheOfHome(): string | undefined {
  const home = homedir();
  return isAbsolute(home) && existsSync(home) ? join(home, '.cache') : undefined;
}

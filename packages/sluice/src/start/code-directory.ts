import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Where the command keeps compiled code: in the user's own cache directory, since in a shared one others could put code for
 * this program. Undefined: there is no such place, or the person wants none. A home that does not exist is not made.
 */
export function codeDirectory(env: Readonly<Record<string, string | undefined>>): string | undefined {
  if (env['NODE_DISABLE_COMPILE_CACHE'] === '1') return undefined;
  const cache = env['XDG_CACHE_HOME'] || cacheOfHome();
  return cache === undefined ? undefined : join(cache, 'sluice', 'code');
}

function cacheOfHome(): string | undefined {
  const home = homedir();
  return existsSync(home) ? join(home, '.cache') : undefined;
}

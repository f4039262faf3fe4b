import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Lets Node keep compiled code between runs, which saves about a sixth of the start-up of `exec`. In the user's own
 * cache directory: in a shared temporary one, others could put code for this program. A home that does not exist is not made.
 */
export function useCompileCache(env: Readonly<Record<string, string | undefined>>): void {
  const cache = env['XDG_CACHE_HOME'] || cacheOfHome();
  if (cache !== undefined) enableCompileCache(join(cache, 'sluice', 'compile-cache'));
}

function cacheOfHome(): string | undefined {
  const home = homedir();
  return existsSync(home) ? join(home, '.cache') : undefined;
}

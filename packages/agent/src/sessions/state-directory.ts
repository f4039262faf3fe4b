import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/**
 * Where the program keeps data across runs: `SLUICE_STATE_DIR`, or `sluice` in `XDG_STATE_HOME` (only if that
 * is absolute, as its specification requires), or `~/.local/state/sluice`. Absolute; it need not exist.
 */
export function stateDirectory(env: Readonly<Record<string, string | undefined>>, home = homedir()): string {
  const own = env['SLUICE_STATE_DIR'] ?? '';
  if (own !== '') return resolve(own);
  const state = env['XDG_STATE_HOME'] ?? '';
  return join(isAbsolute(state) ? state : join(home, '.local', 'state'), 'sluice');
}

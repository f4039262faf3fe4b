import { homedir } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';

/**
 * Where the program keeps what outlives a run: `SLUICE_STATE_DIR`, else `sluice` in `XDG_STATE_HOME` (which counts only
 * if it is absolute, as its specification has it), else `~/.local/state/sluice`. Absolute; it need not exist.
 */
export function stateDirectory(env: Readonly<Record<string, string | undefined>>, home = homedir()): string {
  const own = env['SLUICE_STATE_DIR'] ?? '';
  if (own !== '') return resolve(own);
  const state = env['XDG_STATE_HOME'] ?? '';
  return join(isAbsolute(state) ? state : join(home, '.local', 'state'), 'sluice');
}

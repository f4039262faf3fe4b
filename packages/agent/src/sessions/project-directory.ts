import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';

const MAX_NAME_CHARS = 40;

/** In it: when old sessions were last looked for. */
export const MARK = '.cleaned';

/** Where all sessions of a state directory are, by project. */
export function sessionsDirectory(state: string): string {
  return join(state, 'sessions');
}

/**
 * Where the sessions of a working directory are: its name, as far as it is harmless, for people; its hash, so that no two
 * share a place. `cwd`: real and absolute.
 */
export function projectDirectory(state: string, cwd: string): string {
  const name = basename(cwd)
    .replace(/[^\w.-]/g, '-')
    .replace(/^\.+/, '')
    .slice(0, MAX_NAME_CHARS);
  const hash = createHash('sha256').update(cwd).digest('hex').slice(0, 32);
  return join(sessionsDirectory(state), `${name === '' ? 'root' : name}-${hash}`);
}

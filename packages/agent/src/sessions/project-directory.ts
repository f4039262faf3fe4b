import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';

const MAX_NAME_CHARS = 40;

/** Inside it: when old sessions were last cleaned up. */
export const MARK = '.cleaned';

/** The directory of all sessions in a state directory, by project. */
export function sessionsDirectory(state: string): string {
  return join(state, 'sessions');
}

/**
 * The directory for the sessions of a working directory. Its name holds the safe characters of the path, for
 * people, and a hash that makes it unique. `cwd`: real and absolute.
 */
export function projectDirectory(state: string, cwd: string): string {
  const name = basename(cwd)
    .replace(/[^\w.-]/g, '-')
    .replace(/^\.+/, '')
    .slice(0, MAX_NAME_CHARS);
  const hash = createHash('sha256').update(cwd).digest('hex').slice(0, 32);
  return join(sessionsDirectory(state), `${name === '' ? 'root' : name}-${hash}`);
}

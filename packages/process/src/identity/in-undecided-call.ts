import { homedir, userInfo } from 'node:os';
import { relative } from 'node:path';
import { callAround } from './call-around.ts';

/** Whatever `TMPDIR` says, which a command can set. */
const TEMPORARY = ['/tmp', '/var/tmp', '/dev/shm'];

/** Whose settings would change: of this process, if not given. */
interface Whose {
  readonly home?: string | undefined;
  readonly cwd?: string | undefined;
}

/**
 * Whether this process runs inside a tool call whose words don't show that it gives rights to agents: then no one decided about it. Not so
 * for settings of its own, in a temporary directory: a test of a program that uses Sluice.
 */
export function isInUndecidedCall({ home, cwd }: Whose = {}): boolean {
  const call = callAround();
  if (call?.mark !== 'undecided') return false;
  return !isElsewhere(call.homes, home ?? process.env['HOME'] ?? homedir(), cwd ?? process.cwd());
}

function isElsewhere(homes: readonly string[], home: string, cwd: string): boolean {
  if (homes.length === 0 || homes.includes(home) || home === userInfo().homedir) return false;
  return [home, cwd].every((path) => TEMPORARY.some((directory) => isBelow(path, directory)));
}

function isBelow(path: string, directory: string): boolean {
  const way = relative(directory, path);
  return way !== '' && way !== '..' && !way.startsWith('../');
}

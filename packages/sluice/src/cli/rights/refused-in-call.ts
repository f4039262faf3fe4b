import { homedir, userInfo } from 'node:os';
import { relative } from 'node:path';
import { callAround, type CallAround } from '@sluice/process';
import { storedGrant } from '@sluice/shell';
import { say } from '../say.ts';

const REFUSED = 1;

/** Whatever `TMPDIR` says, which a command can set. */
const TEMPORARY = ['/tmp', '/var/tmp', '/dev/shm'];

/**
 * Refuses a command that gives rights to agents when it runs below a tool call of a session whose words didn't show that: then no one
 * decided about it. Writes why to standard error.
 *
 * @param words the command line, from the name of the command on
 * @returns the exit code; undefined: it may run
 */
export function refusedInCall(words: readonly string[]): number | undefined {
  const grant = storedGrant(words);
  if (grant === undefined) return undefined;
  const call = callAround();
  if (call?.mark !== 'undecided' || isElsewhere(call)) return undefined;
  say(
    `sluice ${words.slice(0, 2).join(' ')}`,
    `it would ${grant.what}, and it runs inside a tool call that doesn't show this, so no one could decide about it. Run it in a terminal of your own, or make it a tool call by itself.`,
  );
  return REFUSED;
}

/** With settings of its own, in a temporary directory: a test of a program that uses Sluice. */
function isElsewhere({ homes }: CallAround): boolean {
  const home = process.env['HOME'] ?? homedir();
  if (homes.length === 0 || homes.includes(home) || home === userInfo().homedir) return false;
  return [home, process.cwd()].every((path) => TEMPORARY.some((directory) => isBelow(path, directory)));
}

function isBelow(path: string, directory: string): boolean {
  const way = relative(directory, path);
  return way !== '' && way !== '..' && !way.startsWith('../');
}

import { isInUndecidedCall } from '@sluice/process';
import { storedGrant } from '@sluice/shell';
import { say } from '../say.ts';

const REFUSED = 1;

/**
 * Refuses a command that gives rights to agents when it runs below a tool call of a session whose words didn't show that: then no one
 * decided about it. Writes why to standard error.
 *
 * @param words the command line, from the name of the command on
 * @returns the exit code; undefined: it may run
 */
export function refusedInCall(words: readonly string[]): number | undefined {
  const grant = storedGrant(words);
  if (grant === undefined || !isInUndecidedCall()) return undefined;
  say(
    `sluice ${words.slice(0, 2).join(' ')}`,
    `it would ${grant.what}, but it runs inside a tool call whose text doesn't show this, so no one could approve it. Run it in your own terminal, or as a separate tool call.`,
  );
  return REFUSED;
}

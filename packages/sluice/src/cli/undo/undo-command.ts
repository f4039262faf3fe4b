import { print, printAll } from '../print.ts';
import { usageError } from '../usage-error.ts';
import { sanitize } from '@sluice/core';
import { locateSession } from './locate-session.ts';
import { openUndo } from './open-undo.ts';
import { runUndo } from './run-undo.ts';
import { parseUndoOptions } from './undo-options.ts';
import { HELP, SYNOPSIS } from './usage.ts';
import { sayAs } from '../say.ts';
import { fitHelp } from '../fit-help.ts';

const say = sayAs('sluice undo');

const NOT_DONE = 1;

/** `sluice undo`; returns the exit code. */
export async function undoCommand(args: readonly string[]): Promise<number> {
  const parsed = parseUndoOptions(args);
  if (parsed.kind === 'help') return print(fitHelp(HELP));
  if (parsed.kind === 'wrong') return usageError('sluice undo', parsed.message, SYNOPSIS);
  const located = await locateSession(parsed.session, process.env, '--session ID');
  if (!located.ok) {
    say(located.message);
    return NOT_DONE;
  }
  const { directory, name } = located;
  const options = { ...parsed.options, directory };
  if (name !== undefined) say(`session ${name}`);
  const opened = await openUndo(directory, !options.isList && !options.isDryRun);
  if (!opened.ok) {
    say(opened.message);
    return NOT_DONE;
  }
  const { session } = opened;
  try {
    if (session.setAside > 0) {
      say(
        `${session.setAside} lines of the journal are missing or can't be read; writes recorded there can't be undone`,
      );
    }
    for (const line of session.removed) say(line);
    const { done, problems } = await runUndo(session, options);
    const printed = await printAll(done.map((line) => `${sanitize(line)}\n`).join(''));
    for (const problem of problems) say(problem);
    return problems.length > 0 ? NOT_DONE : printed;
  } finally {
    session.journal?.close();
  }
}

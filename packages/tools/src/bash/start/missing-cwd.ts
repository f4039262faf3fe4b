import { fail, type CallContext } from '@sluice/core';
import { changeCwd, type BashResult } from '../bash-run.ts';
import { firstDirectory } from './next-cwd.ts';
import { placesToWork } from './workspace-of.ts';

/** A command that meant one directory is never run in another. */
export function missingCwd(context: CallContext): BashResult {
  const gone = `The command was not run: the working directory ${context.cwd} does not exist any more.`;
  const fallback = firstDirectory(placesToWork(context));
  if (fallback === undefined)
    return fail(
      'cwd-missing',
      `${gone} Nor does any other directory of the workspace, so that no command can run. Write makes missing directories above a file: write one there to have it back, or ask the person.`,
    );
  const message = `${gone} Shell cwd was reset to ${fallback}; run the command again if it is right there.`;
  return { ...fail('cwd-missing', message), ...changeCwd(fallback) };
}

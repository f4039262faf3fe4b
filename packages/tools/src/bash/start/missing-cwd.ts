import { fail, type CallContext } from '@sluice/core';
import { changeCwd, type BashResult } from '../bash-run.ts';
import { firstDirectory } from './next-cwd.ts';
import { placesToWork } from './workspace-of.ts';

/** A command meant for one directory is never run in another. */
export function missingCwd(context: CallContext): BashResult {
  const gone = `The command was not run: the working directory ${context.cwd} no longer exists.`;
  const fallback = firstDirectory(placesToWork(context));
  if (fallback === undefined)
    return fail(
      'cwd-missing',
      `${gone} No other workspace directory exists either, so no command can run. Write creates missing parent directories: write a file there to restore it, or ask the user.`,
    );
  const message = `${gone} Shell cwd was reset to ${fallback}; run the command again if it is right there.`;
  return { ...fail('cwd-missing', message), ...changeCwd(fallback) };
}

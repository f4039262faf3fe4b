import { fail } from '@sluice/core';
import type { BashResult, BashRun } from '../bash-run.ts';
import { backgroundLimit, failedStart, goOn } from './run-in-background.ts';
import { tooManyTasks } from '../start/too-many-tasks.ts';

/** The command goes on as a task; the call ends as soon as that is known. */
export async function startInBackground({
  input,
  context,
  surroundings: { tasks, limits, sandbox },
  analysis,
  start,
}: BashRun): Promise<BashResult> {
  if (tasks === undefined) return fail('background-unavailable', 'Nothing runs in the background here.');
  // Asked again: others of the message may have begun since the input was looked at.
  const giveBack = tasks.reserve();
  if (giveBack === undefined) return fail('too-many-tasks', tooManyTasks(tasks));
  try {
    const limitMs = backgroundLimit(input, limits);
    const started = start({ timeoutMs: limitMs });
    const failed = await failedStart(started, sandbox?.());
    giveBack();
    return failed ?? goOn(input, started, tasks, analysis, context, { limitMs });
  } finally {
    giveBack();
  }
}

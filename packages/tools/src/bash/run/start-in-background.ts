import { fail } from '@sluice/core';
import type { BashResult, BashRun } from '../bash-run.ts';
import { backgroundLimit, failedStart, goOn } from './run-in-background.ts';
import { tooManyTasks } from '../start/too-many-tasks.ts';

/** Starts the command as a task; the call ends as soon as it has started. */
export async function startInBackground({
  input,
  context,
  bashContext: { tasks, limits, sandbox, taskKind },
  analysis,
  start,
}: BashRun): Promise<BashResult> {
  if (tasks === undefined) return fail('background-unavailable', 'Background tasks are not available here.');
  // Check again: other calls of the message may have started since.
  const giveBack = tasks.reserve();
  if (giveBack === undefined) return fail('too-many-tasks', tooManyTasks(tasks));
  try {
    const limitMs = backgroundLimit(input, limits);
    const started = start({ timeoutMs: limitMs });
    const failed = await failedStart(started, sandbox?.());
    giveBack();
    return failed ?? goOn(input, started, tasks, analysis, context, { limitMs, kind: taskKind });
  } finally {
    giveBack();
  }
}

import { fail, type ToolFailure } from '@sluice/core';
import { isRunning } from './background-task.ts';
import type { TaskRegistry } from './task-registry.ts';

const MAX_SHOWN = 10;

/** The error for an unknown task: which ones exist instead. */
export function taskMissing(id: string, tasks: TaskRegistry): ToolFailure<never> {
  const running = tasks.list().filter(isRunning);
  const shown = running
    .slice(-MAX_SHOWN)
    .map((task) => task.id)
    .join(', ');
  const more = running.length > MAX_SHOWN ? `, the last ${MAX_SHOWN} of ${running.length}` : '';
  const there = running.length === 0 ? 'No task is running.' : `Running: ${shown}${more}.`;
  return fail('no-such-task', `There is no background task ${JSON.stringify(id.slice(0, 100))}. ${there}`);
}

import type { EventFields } from '@sluice/hooks';
import { isRunning, type BackgroundTask } from '@sluice/tools';

/** Characters of a text. */
const MAX = 1000;

/** Background tasks that are still running, in the form that Stop hooks read. */
export function taskSummaries(
  tasks: readonly BackgroundTask[],
): NonNullable<EventFields['Stop']['background_tasks']> {
  return tasks.filter(isRunning).map(({ id, type, command }) => {
    const text = command.length > MAX ? `${command.slice(0, MAX - 1).toWellFormed()}…` : command;
    return { id, type, status: 'running', description: text, command: text };
  });
}

import type { EventFields } from '@sluice/hooks';
import { isRunning, type BackgroundTask } from '@sluice/tools';

/** Characters of a text. */
const MOST = 1000;

/** What still runs in the background, as hooks of Stop read it. */
export function taskSummaries(
  tasks: readonly BackgroundTask[],
): NonNullable<EventFields['Stop']['background_tasks']> {
  return tasks.filter(isRunning).map(({ id, type, command }) => {
    const text = command.length > MOST ? `${command.slice(0, MOST - 1).toWellFormed()}…` : command;
    return { id, type, status: 'running', description: text, command: text };
  });
}

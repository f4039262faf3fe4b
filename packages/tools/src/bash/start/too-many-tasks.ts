import { isRunning } from '../../tasks/background-task.ts';
import type { TaskRegistry } from '../../tasks/task-registry.ts';

/** Why no more commands can start in the background. */
export function tooManyTasks(tasks: TaskRegistry): string {
  const running = tasks.list().filter(isRunning).length;
  return `The command was not started: too many background tasks are already running (${running}). Stop one that is no longer needed with TaskStop, or wait until one ends.`;
}

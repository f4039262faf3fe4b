import { isRunning } from '../../tasks/background-task.ts';
import type { TaskRegistry } from '../../tasks/task-registry.ts';

/** Why no further command starts in the background. */
export function tooManyTasks(tasks: TaskRegistry): string {
  const running = tasks.list().filter(isRunning).length;
  return `The command was not started: too many tasks run in the background already (${running}). End one that is not needed any more with TaskStop, or wait until one has ended.`;
}

import { isRunning, type BackgroundTask } from './background-task.ts';
import type { TaskRegistry } from './task-registry.ts';

/** The task with this id, or of the agent with this name: the one that runs, else the one that began last. */
export function findTask(idOrName: string, tasks: TaskRegistry): BackgroundTask | undefined {
  const byId = tasks.get(idOrName);
  if (byId !== undefined) return byId;
  const named = tasks.list().filter(({ agent }) => agent?.name === idOrName);
  return named.find(isRunning) ?? named.at(-1);
}

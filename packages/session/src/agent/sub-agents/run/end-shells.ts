import type { TaskRegistry } from '@sluice/tools';

/**
 * Ends the commands that an agent has left running.
 * @param afterMs how long they may go on. Undefined: at once, and the promise settles when they have ended
 */
export async function endShells(
  tasks: TaskRegistry,
  agentId: string,
  afterMs: number | undefined,
): Promise<void> {
  const running = tasks
    .list()
    .filter((task) => task.agentId === agentId && task.type === 'shell' && task.status.status === 'running');
  if (afterMs === undefined) await Promise.all(running.map((task) => tasks.stop(task.id, 'program')));
  else for (const task of running) setTimeout(() => void tasks.stop(task.id, 'program'), afterMs).unref();
}

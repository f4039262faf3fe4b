import type { TaskRegistry } from '@sluice/tools';

/** Milliseconds that background commands get after the last result (behaviour.md 5). */
const BACKGROUND_MS = 5000;

/** What still runs in the background gets a moment to end by itself, unless the program is told to stop. */
export async function backgroundEnds(
  tasks: Pick<TaskRegistry, 'list' | 'watch'>,
  stopped: AbortSignal,
  withinMs: number = BACKGROUND_MS,
): Promise<void> {
  const isAnyRunning = (): boolean => tasks.list().some(({ status }) => status.status === 'running');
  if (!isAnyRunning() || stopped.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = (): void => resolve();
  const timer = setTimeout(end, withinMs);
  const unwatch = tasks.watch(() => {
    if (!isAnyRunning()) end();
  });
  stopped.addEventListener('abort', end, { once: true });
  await promise;
  clearTimeout(timer);
  unwatch();
  stopped.removeEventListener('abort', end);
}

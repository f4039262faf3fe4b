import type { TaskRegistry } from '@sluice/tools';
import type { WakeUps } from './wake-ups.ts';

/** Milliseconds that background commands, and hooks that may wake the model, get after the last result (behaviour.md 5). */
const BACKGROUND_MS = 5000;

/** What still runs in the background gets a moment to end by itself, unless the program is told to stop; a hook may wake the model meanwhile. */
export async function backgroundEnds(
  tasks: Pick<TaskRegistry, 'list' | 'watch'>,
  wakeUps: WakeUps,
  stopped: AbortSignal,
  withinMs: number = BACKGROUND_MS,
): Promise<void> {
  const isOver = (): boolean =>
    wakeUps.due() === 'hook' ||
    !(wakeUps.mayCome() || tasks.list().some(({ status }) => status.status === 'running'));
  if (isOver() || stopped.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = (): void => resolve();
  const timer = setTimeout(end, withinMs);
  const look = (): void => {
    if (isOver()) end();
  };
  const unwatch = [tasks.watch(look), wakeUps.watch(look)];
  stopped.addEventListener('abort', end, { once: true });
  await promise;
  clearTimeout(timer);
  for (const endWatch of unwatch) endWatch();
  stopped.removeEventListener('abort', end);
}

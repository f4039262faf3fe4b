import { isRunning, type TaskKind, type TaskRegistry } from '@sluice/tools';
import { ignoredNumber } from '../../ignored-number.ts';
import type { WakeUps } from '../../runtime/wake-ups.ts';

/**
 * Milliseconds that background work, and hooks that may wake the model, get after the last result
 * (behaviour.md 5).
 */
const CEILINGS: Readonly<Record<TaskKind | 'hook', number>> = {
  hook: 5_000,
  shell: 5_000,
  monitor: 5_000,
  mcp: 5_000,
  agent: 600_000,
  workflow: 600_000,
};

type Ceilings = Partial<typeof CEILINGS>;

const CEILING_VARIABLE = 'CLAUDE_CODE_PRINT_BG_WAIT_CEILING_MS';
/** Longer timers fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** How long agents and scripts get by a variable, in milliseconds; 0: until they end. Calls `warn` with a sentence if it is ignored. */
export function ceilingsFromEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  warn: (text: string) => void,
): Ceilings {
  const text = env[CEILING_VARIABLE]?.trim() ?? '';
  const ignored = ignoredNumber(env, CEILING_VARIABLE, 0);
  if (ignored !== undefined) warn(ignored);
  if (text === '' || ignored !== undefined) return {};
  const ms = Number(text) === 0 ? Infinity : Number(text);
  return { agent: ms, workflow: ms };
}

/**
 * Gives background work a moment to end by itself, unless the program is told to stop; something may wake the
 * model in the meantime.
 */
export async function backgroundEnds(
  tasks: Pick<TaskRegistry, 'list' | 'watch'>,
  wakeUps: Pick<WakeUps, 'isOwed' | 'mayCome' | 'watch'>,
  stopped: AbortSignal,
  ceilings: Ceilings = {},
): Promise<void> {
  const startedAt = performance.now();
  const limitOf = (kind: TaskKind | 'hook'): number => ceilings[kind] ?? CEILINGS[kind];
  /** Milliseconds left to wait; 0: nothing to wait for. */
  const left = (): number => {
    const kinds = tasks
      .list()
      .filter(isRunning)
      .map(({ type }) => limitOf(type));
    if (wakeUps.mayCome()) kinds.push(limitOf('hook'));
    return Math.max(0, Math.max(0, ...kinds) - (performance.now() - startedAt));
  };
  const isOver = (): boolean => wakeUps.isOwed() || left() === 0;
  if (isOver() || stopped.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const end = (): void => resolve();
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    clearTimeout(timer);
    if (isOver()) end();
    else timer = setTimeout(look, Math.min(left(), MAX_TIMER_MS));
  };
  look();
  const unwatch = [tasks.watch(look), wakeUps.watch(look)];
  stopped.addEventListener('abort', end, { once: true });
  await promise;
  clearTimeout(timer);
  for (const endWatch of unwatch) endWatch();
  stopped.removeEventListener('abort', end);
}

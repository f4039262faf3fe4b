import type { CommandResult } from '@sluice/process';
import type { StartedCommand } from '../start/start-command.ts';

export interface ForegroundOptions {
  /** Of the call: ends the command while it is waited for. */
  readonly signal: AbortSignal;
  /** Milliseconds; undefined: it is waited for as long as it runs. */
  readonly timeoutMs: number | undefined;
  /** Told every 30 seconds that it still runs. Must not throw. */
  readonly onHeartbeat: (elapsedMs: number) => void;
}

const HEARTBEAT_MS = 30_000;

/** Waits for a command as long as it may keep its call; nothing of the wait is left when it is over. */
export async function waitInForeground(
  started: StartedCommand,
  { signal, timeoutMs, onHeartbeat }: ForegroundOptions,
): Promise<CommandResult | 'time-up'> {
  const startedAt = performance.now();
  const timeUp = Promise.withResolvers<'time-up'>();
  const timer =
    timeoutMs === undefined ? undefined : setTimeout(() => timeUp.resolve('time-up'), timeoutMs).unref();
  const heartbeat = setInterval(() => onHeartbeat(performance.now() - startedAt), HEARTBEAT_MS).unref();
  const onAbort = (): void => started.end();
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  try {
    const first = await Promise.race([started.result, timeUp.promise]);
    // Cancelled in the same moment: it is being ended, and does not go on.
    return first === 'time-up' && signal.aborted ? await started.result : first;
  } finally {
    signal.removeEventListener('abort', onAbort);
    clearTimeout(timer);
    clearInterval(heartbeat);
  }
}

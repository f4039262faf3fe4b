import type { CommandResult } from '@sluice/process';
import type { StartedCommand } from '../start/start-command.ts';

interface ForegroundOptions {
  /** The call's signal: ends the command while it is waited for. */
  readonly signal: AbortSignal;
  /** Milliseconds; undefined: wait until it ends. */
  readonly timeoutMs: number | undefined;
  /** The user moves it to the background. */
  readonly moved?: Promise<'moved'>;
  /** Called every 30 seconds while it runs. Must not throw. */
  readonly onHeartbeat: (elapsedMs: number) => void;
}

const HEARTBEAT_MS = 30_000;

/** Waits for a command as long as its call may wait; leaves no timer or listener behind. */
export async function waitInForeground(
  started: StartedCommand,
  { signal, timeoutMs, moved, onHeartbeat }: ForegroundOptions,
): Promise<CommandResult | 'time-up' | 'moved'> {
  const startedAt = performance.now();
  const timeUp = Promise.withResolvers<'time-up'>();
  const timer =
    timeoutMs === undefined ? undefined : setTimeout(() => timeUp.resolve('time-up'), timeoutMs).unref();
  const heartbeat = setInterval(() => onHeartbeat(performance.now() - startedAt), HEARTBEAT_MS).unref();
  const onAbort = (): void => started.end();
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  try {
    const first = await Promise.race([started.result, timeUp.promise, ...(moved ? [moved] : [])]);
    // Canceled at the same moment: it is being ended and doesn't continue.
    return (first === 'time-up' || first === 'moved') && signal.aborted ? await started.result : first;
  } finally {
    signal.removeEventListener('abort', onAbort);
    clearTimeout(timer);
    clearInterval(heartbeat);
  }
}

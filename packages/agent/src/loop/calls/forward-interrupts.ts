import type { CallRun } from './call-run.ts';
import type { Interruption, InterruptReason } from '../interruption.ts';

interface HeardCalls {
  readonly calls: Pick<CallRun, 'interrupt'>;
  /** The interrupt that the calls were last notified of. */
  readonly heard: InterruptReason | undefined;
}

/**
 * Stops the calls on an interrupt from now on, or one since they were last notified. Returns a function that
 * ends that.
 */
export function forwardInterrupts(
  { interruption }: { readonly interruption: Interruption },
  phase: 'streaming' | 'tools',
  { calls, heard }: HeardCalls,
): () => void {
  const tell = (reason: InterruptReason): void => calls.interrupt(reason);
  const release = interruption.during(phase, tell);
  if (interruption.reason !== undefined && interruption.reason !== heard) tell(interruption.reason);
  return release;
}

import type { RunInterrupt } from '@sluice/core';

/**
 * `user-message` does not end the prompt: cancelable tools are canceled, and the message is sent to the
 * model. `stopped` is for someone else than the user: its message, a clause, is what the model is told.
 */
export type InterruptReason = RunInterrupt;

/** Whether the running prompt has been interrupted, and who must be notified. */
export interface Interruption {
  /** The first reason that ends the prompt; `shutdown` replaces a user's interrupt. */
  readonly reason: Exclude<InterruptReason, 'user-message'> | undefined;
  /** Aborts with the first reason that ends the prompt. */
  readonly signal: AbortSignal;
  readonly phase: 'idle' | 'streaming' | 'tools';
  interrupt(reason: InterruptReason): void;
  /** Calls `told` on interrupts during this phase. Returns a function that unsubscribes. */
  during(phase: 'streaming' | 'tools', told: (reason: InterruptReason) => void): () => void;
}

export function createInterruption(): Interruption {
  const controller = new AbortController();
  const listeners = new Map<
    symbol,
    { readonly phase: 'streaming' | 'tools'; tell: (reason: InterruptReason) => void }
  >();
  let ending: Exclude<InterruptReason, 'user-message'> | undefined;
  return {
    get reason() {
      return ending;
    },
    signal: controller.signal,
    get phase() {
      return [...listeners.values()].at(-1)?.phase ?? 'idle';
    },
    interrupt(reason) {
      if (reason !== 'user-message') {
        if (ending === undefined || reason === 'shutdown') ending = reason;
        controller.abort(reason);
      }
      for (const { tell } of listeners.values()) tell(reason);
    },
    during(phase, tell) {
      const key = Symbol(phase);
      listeners.set(key, { phase, tell });
      return () => void listeners.delete(key);
    },
  };
}

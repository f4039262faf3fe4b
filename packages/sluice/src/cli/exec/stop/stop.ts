/** Why a run ends before its input does. */
export type StopCause =
  | { readonly kind: 'signal'; readonly signal: StopSignal }
  | { readonly kind: 'output-failed'; readonly error: Error }
  /** A hook wants no message to follow. */
  | { readonly kind: 'hook'; readonly reason: string }
  /** A person has declined a call, and with that what was to come after it. */
  | { readonly kind: 'declined'; readonly toolName: string }
  /** A client began with something that can't be honored; `message` is for it and its user. */
  | { readonly kind: 'client-refused'; readonly message: string };

export type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** 128 and the number of the signal. */
export const SIGNAL_STATUS: Readonly<Record<StopSignal, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** Stops a run once: the first cause wins. */
export interface Stop {
  readonly cause: StopCause | undefined;
  /** Aborted with the cause. */
  readonly signal: AbortSignal;
  trigger(cause: StopCause): void;
  /** Told of the cause, at once if there is one already. Must not throw. */
  onStop(listener: (cause: StopCause) => void): void;
}

export function createStop(): Stop {
  const controller = new AbortController();
  const listeners: ((cause: StopCause) => void)[] = [];
  let cause: StopCause | undefined;
  return {
    get cause() {
      return cause;
    },
    signal: controller.signal,
    trigger(given) {
      if (cause !== undefined) return;
      cause = given;
      controller.abort(given);
      for (const listener of listeners) listener(given);
    },
    onStop(listener) {
      if (cause === undefined) listeners.push(listener);
      else listener(cause);
    },
  };
}

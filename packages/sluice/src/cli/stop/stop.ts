/** Why a run ends before its input does. */
export type StopCause =
  | { readonly kind: 'signal'; readonly signal: StopSignal }
  | { readonly kind: 'output-failed'; readonly error: Error }
  /** A hook stopped further messages. */
  | { readonly kind: 'hook'; readonly reason: string }
  /** The user declined a call, and with it everything that was to follow. */
  | { readonly kind: 'declined'; readonly toolName: string }
  /** A client started with something unsupported; `message` is for it and its user. */
  | { readonly kind: 'client-refused'; readonly message: string }
  /** A client ended its output while a question to it was open: it has given up. */
  | { readonly kind: 'client-left' };

export type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP';

/** 128 plus the signal number. */
export const SIGNAL_STATUS: Readonly<Record<StopSignal, number>> = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 };

/** Stops a run once: the first cause wins. */
export interface Stop {
  readonly cause: StopCause | undefined;
  /** Aborted with the cause. */
  readonly signal: AbortSignal;
  trigger(cause: StopCause): void;
  /** Called with the cause, immediately if there already is one. Must not throw. */
  onStop(listener: (cause: StopCause) => void): void;
  /** The user wants what is being stopped to be killed. False: no one who was to be told had anything to kill. */
  hurry(): boolean;
  /** Called by `hurry`; returns whether there was something to kill. Must not throw. Returns how to be called no more. */
  onHurry(listener: () => boolean): () => void;
}

export function createStop(): Stop {
  const controller = new AbortController();
  const listeners: ((cause: StopCause) => void)[] = [];
  const hurried = new Set<() => boolean>();
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
    hurry: () => [...hurried].map((listener) => listener()).includes(true),
    onHurry(listener) {
      hurried.add(listener);
      return () => void hurried.delete(listener);
    },
  };
}

import { getOwn } from '@sluice/core';

/**
 * Holds back the news that the session is idle. Clients take it as the end: they answer no more questions. So it goes out
 * only when no message waits and nothing that runs in the background can wake the model.
 */
interface IdleGate {
  /** False: don't write this message (now). */
  passes(message: object): boolean;
  /** Nothing is left of the prompts so far: writes the message that was held back, unless there is more to do. */
  settle(): Promise<void>;
}

export function createIdleGate(
  write: (message: object) => void,
  hasNothingToDo: () => boolean,
  backgroundEnds: () => Promise<void>,
): IdleGate {
  let held: object | undefined;
  return {
    passes(message) {
      const state = stateOf(message);
      if (state === undefined) return true;
      const wasHeld = held !== undefined;
      held = state === 'idle' ? message : undefined;
      // It was never idle in the eyes of the client.
      return state !== 'idle' && !(state === 'running' && wasHeld);
    },
    async settle() {
      const current = held;
      if (current === undefined || !hasNothingToDo()) return;
      await backgroundEnds();
      if (held !== current || !hasNothingToDo()) return;
      held = undefined;
      write(current);
    },
  };
}

function stateOf(message: object): unknown {
  return getOwn(message, 'subtype') === 'session_state_changed' ? getOwn(message, 'state') : undefined;
}

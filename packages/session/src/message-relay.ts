type Listen = (listener: () => void) => () => void;

/** Connects tools that wait for a user message, such as Sleep, with the agent that receives it. */
export interface MessageRelay {
  /** Calls `listener` for each message. Returns a function that unsubscribes. */
  readonly listen: Listen;
  connect(source: Listen): void;
}

export function createMessageRelay(source: Listen = () => () => {}): MessageRelay {
  let current = source;
  return {
    listen: (listener) => current(listener),
    connect: (next) => void (current = next),
  };
}

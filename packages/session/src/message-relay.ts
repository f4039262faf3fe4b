type Listen = (listener: () => void) => () => void;

/** Connects tools that wait for a message of the person, such as Sleep, with the agent that such messages reach. */
export interface MessageRelay {
  /** Calls `listener` at each message; the returned function stops that. */
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

import type { CallKey } from '@sluice/agent';

/** Agents that may be opened after a message of the user before the user is asked. */
const MAX_PER_PROMPT = 100;
/** So many times as many may be woken by messages: two agents that answer each other would go on without end. */
const WOKEN_PER_OPENED = 10;

/** How many agents a session may open and wake before the user says something again. */
export class PromptAllowance {
  readonly #max: number;
  /** Calls of the Agent tool since the user's last message, without those that opened nothing. */
  #calls = new Map<string, number>();
  /** Agents that messages have woken since then. */
  #woken = 0;

  constructor(max = MAX_PER_PROMPT) {
    this.#max = max;
  }

  /** The user has sent a message: agents started earlier no longer count. */
  userSpoke(): void {
    this.#calls = new Map();
    this.#woken = 0;
  }

  whyAsk(call: CallKey): string | undefined {
    const key = keyOf(call);
    const rank = this.#calls.get(key) ?? this.#calls.size + 1;
    this.#calls.set(key, rank);
    if (rank <= this.#max) return undefined;
    const many = this.#max === 1 ? 'One agent has' : `${this.#max} agents have`;
    return `${many} been started since the user's last message`;
  }

  /** The call has opened nothing. */
  takeBack(call: CallKey): void {
    this.#calls.delete(keyOf(call));
  }

  /** A message wakes an agent. A text for the model: none may be woken. */
  wake(): string | undefined {
    if (this.#woken >= this.#max * WOKEN_PER_OPENED)
      return `Messages have woken agents ${this.#woken} times since the user's last message. Report what you have, and wait for the user.`;
    this.#woken += 1;
    return undefined;
  }
}

function keyOf({ messageId, callId }: CallKey): string {
  return `${messageId}\n${callId}`;
}

import type { JournaledAsk, JournaledMessage } from '../journal/session.ts';
import type { SuspendedAnswer } from '../permission/ask/suspended-answer.ts';

/** A suspended call, as the runtime keeps it. */
export interface SuspendedCall {
  readonly messageId: string;
  readonly callId: string;
  readonly name: string;
  readonly ask: JournaledAsk;
}

/** The questions about suspended calls, and the messages that are open because of them. */
export class SuspendedAsks {
  /** By message, then by call. */
  readonly #asks = new Map<string, Map<string, JournaledAsk>>();
  readonly #messages = new Map<string, JournaledMessage>();

  /** @param journaled what the journal of the resumed session has */
  constructor(journaled: readonly JournaledMessage[]) {
    for (const message of journaled) {
      if (!message.isComplete && !message.isDiscarded && message.calls.some(({ ask }) => ask !== undefined))
        this.leaveOpen(message);
    }
  }

  askOf(messageId: string, callId: string): JournaledAsk | undefined {
    return this.#asks.get(messageId)?.get(callId);
  }

  put(messageId: string, callId: string, ask: JournaledAsk): void {
    const asks = this.#asks.get(messageId) ?? new Map<string, JournaledAsk>();
    this.#asks.set(messageId, asks.set(callId, ask));
  }

  answer({ messageId, callId, ask }: SuspendedCall, answer: SuspendedAnswer): void {
    this.put(messageId, callId, { ...ask, answer });
  }

  /** The message ended with open calls, and is to be fed again. */
  leaveOpen(message: JournaledMessage): void {
    this.#messages.set(message.messageId, message);
    for (const { callId, ask } of message.calls)
      if (ask !== undefined) this.put(message.messageId, callId, ask);
  }

  messageOf(messageId: string): JournaledMessage | undefined {
    return this.#messages.get(messageId);
  }

  /** The message is fed again: until it ends with open calls once more, it is not open. */
  takeMessage(messageId: string): JournaledMessage | undefined {
    const message = this.#messages.get(messageId);
    this.#messages.delete(messageId);
    return message;
  }

  /** Calls without a result, in the order of their messages, whether answered or not. */
  open(): readonly SuspendedCall[] {
    return [...this.#messages.values()].flatMap(({ messageId, calls }) =>
      calls.flatMap(({ callId, name, settled }) => {
        const ask = this.askOf(messageId, callId);
        return ask === undefined || settled !== undefined ? [] : [{ messageId, callId, name, ask }];
      }),
    );
  }
}

import { randomUUID } from 'node:crypto';
import { present } from '@sluice/base';
import { systemClock, type Journal, type UnreadMessage } from '@sluice/core';

type Posted =
  | { readonly ok: true; readonly onRead: () => void }
  | { readonly ok: false; readonly message: string };

/** Messages between the agents of a session. Each is in the journal before its sender hears of success. */
export class Mailbox {
  readonly #journal: Journal | undefined;
  #unread: readonly UnreadMessage[];

  /** @param journal undefined: the session keeps none, so messages live as long as the program */
  constructor(journal: Journal | undefined, unread: readonly UnreadMessage[]) {
    this.#journal = journal;
    this.#unread = unread;
  }

  /** @param to undefined: the main agent */
  post(to: string | undefined, text: string): Posted {
    const id = randomUUID();
    const written = this.#journal?.append({
      ...{ v: 1, time: systemClock.wallTime(), type: 'agent-message', id, text },
      ...present({ to }),
    });
    if (written?.ok === false) return written;
    return { ok: true, onRead: () => this.#markRead(id) };
  }

  /** Removes and returns the messages to an agent that an earlier program had not delivered, as far as `seen` doesn't contain them. */
  takeUnread(to: string | undefined, seen: string): readonly { text: string; onRead: () => void }[] {
    const own = this.#unread.filter((message) => message.to === to);
    this.#unread = this.#unread.filter((message) => message.to !== to);
    return own.flatMap(({ id, text }) => {
      const onRead = (): void => this.#markRead(id);
      // It was killed after the message had reached the conversation.
      if (seen.includes(JSON.stringify(text).slice(1, -1))) {
        onRead();
        return [];
      }
      return [{ text, onRead }];
    });
  }

  #markRead(id: string): void {
    this.#journal?.append({ v: 1, time: systemClock.wallTime(), type: 'agent-messages-read', ids: [id] });
  }
}

/** An ask that waits for an answer. */
export interface OpenAsk {
  /** Called with how many asks of its message wait now. Must not throw. */
  batchChanged(open: number): void;
}

/** More than a person would look through; limits the cost of each ask. */
const MAX_NOTIFIED = 20;

/** Waiting asks by message, so that each can show how many there are. */
export class OpenAsks {
  readonly #byMessage = new Map<string, Set<OpenAsk>>();

  count(messageId: string): number {
    return this.#byMessage.get(messageId)?.size ?? 0;
  }

  add(messageId: string, ask: OpenAsk): void {
    const asks = this.#byMessage.get(messageId) ?? new Set();
    this.#byMessage.set(messageId, asks.add(ask));
    this.#notify(asks, ask);
  }

  remove(messageId: string, ask: OpenAsk): void {
    const asks = this.#byMessage.get(messageId);
    if (asks?.delete(ask) !== true) return;
    if (asks.size === 0) this.#byMessage.delete(messageId);
    this.#notify(asks, ask);
  }

  #notify(asks: ReadonlySet<OpenAsk>, cause: OpenAsk): void {
    let notified = 0;
    for (const ask of asks) {
      if (notified === MAX_NOTIFIED) return;
      notified += 1;
      if (ask !== cause) ask.batchChanged(asks.size);
    }
  }
}

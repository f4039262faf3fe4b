/** How many are on their way at the same time. */
const AT_ONCE = 8;
/** A server that has more questions open than this does not mean to be answered. */
const MAX_WAITING = 1_000;

/**
 * Sends answers to a server's questions, each by a request of its own. A server can ask thousands of questions at once: were they answered
 * at once, too, this program would run out of sockets and files.
 */
export class PacedAnswers {
  readonly #onCrowd: () => void;
  #waiting: (() => Promise<unknown>)[] = [];
  #active = 0;
  #isClosed = false;

  /** @param onCrowd called once, if too many wait; nothing is sent any more */
  constructor(onCrowd: () => void) {
    this.#onCrowd = onCrowd;
  }

  /** @param send must not reject */
  push(send: () => Promise<unknown>): void {
    if (this.#isClosed) return;
    this.#waiting.push(send);
    if (this.#waiting.length > MAX_WAITING) {
      this.close();
      return this.#onCrowd();
    }
    this.#next();
  }

  close(): void {
    this.#isClosed = true;
    this.#waiting = [];
  }

  #next(): void {
    if (this.#active >= AT_ONCE) return;
    const send = this.#waiting.shift();
    if (send === undefined) return;
    this.#active += 1;
    void send().then(() => {
      this.#active -= 1;
      this.#next();
    });
  }
}

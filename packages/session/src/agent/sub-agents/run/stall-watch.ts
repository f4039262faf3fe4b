/** Calls back when nothing has happened for a while. The timer never keeps the program alive. */
export class StallWatch {
  readonly #timer: NodeJS.Timeout;
  readonly #isWaiting: () => boolean;
  readonly #onStall: () => void;

  /** @param isWaiting the silence is not the model's: a tool runs, or the user is asked */
  constructor(stallMs: number, isWaiting: () => boolean, onStall: () => void) {
    this.#isWaiting = isWaiting;
    this.#onStall = onStall;
    this.#timer = setTimeout(() => this.#look(), stallMs).unref();
  }

  heard(): void {
    this.#timer.refresh();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #look(): void {
    if (this.#isWaiting()) this.#timer.refresh();
    else this.#onStall();
  }
}

/** How long a hint stays. */
const HINT_MS = 2000;

/** Draws the footer again when time alone changes it: a hint is over, another second of work has passed, a question is due. */
export class TimedRedraws {
  readonly #redraw: () => void;
  #hint: { readonly text: string; readonly until: number } | undefined;
  #hintTimer: NodeJS.Timeout | undefined;
  #dueTimer: NodeJS.Timeout | undefined;
  #clock: NodeJS.Timeout | undefined;
  #tickedAt = Date.now();

  constructor(redraw: () => void) {
    this.#redraw = redraw;
  }

  get hint(): string | undefined {
    return this.#hint !== undefined && performance.now() < this.#hint.until ? this.#hint.text : undefined;
  }

  /**
   * The time for what counts seconds. While a prompt is being processed it goes on only with the clock: a frame that is drawn for something else
   * changes no seconds, and the frame of the clock changes all of them.
   */
  get now(): number {
    return this.#clock === undefined ? Date.now() : this.#tickedAt;
  }

  showHint(text: string, forMs = HINT_MS): void {
    this.#hint = { text, until: performance.now() + forMs };
    clearTimeout(this.#hintTimer);
    this.#hintTimer = setTimeout(() => {
      this.#hint = undefined;
      this.#redraw();
    }, forMs);
    this.#redraw();
  }

  /** The frame that is drawn next shows no hint. */
  dropHint(): void {
    this.#hint = undefined;
  }

  /** Once a second while a prompt is being processed. */
  setWorking(isWorking: boolean): void {
    clearInterval(this.#clock);
    this.#tickedAt = Date.now();
    const tick = (): void => {
      this.#tickedAt = Date.now();
      this.#redraw();
    };
    this.#clock = isWorking ? setInterval(tick, 1000) : undefined;
    this.#redraw();
  }

  /** Once, after the shortest of these times in milliseconds, instead of what was due before. */
  due(times: readonly (number | undefined)[]): void {
    const left = times.filter((ms) => ms !== undefined);
    clearTimeout(this.#dueTimer);
    if (left.length > 0) this.#dueTimer = setTimeout(this.#redraw, Math.min(...left));
  }

  close(): void {
    clearInterval(this.#clock);
    clearTimeout(this.#hintTimer);
    clearTimeout(this.#dueTimer);
  }
}

/** Milliseconds without a key before a card takes the focus, and before it hears any. */
export const QUIET_MS = 400;

/**
 * Whether keys are for the card. It takes the focus only after a pause in typing, and hears keys only once it has been on the screen with the
 * focus for a moment: no key typed for something else answers it.
 */
export class CardFocus {
  readonly #now: () => number;
  #isOn = false;
  /** When the frame that shows the card with the focus was on the screen. */
  #shownAt: number | undefined;
  /** The person has left the card for the prompt, and comes back with Tab. */
  #isLeft = false;
  #lastKeyAt = -Infinity;
  #isFramed = false;
  #frame = 0;

  constructor(now: () => number) {
    this.#now = now;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  get isArmed(): boolean {
    return this.#isOn && this.#shownAt !== undefined && this.#now() - this.#shownAt >= QUIET_MS;
  }

  get lastKeyAt(): number {
    return this.#lastKeyAt;
  }

  /** A key came, for whatever. */
  sawKey(): void {
    this.#lastKeyAt = this.#now();
  }

  /** The frame was written. True: it is the first one that shows the card like this, which hears keys a moment after `seen`. */
  framed(): boolean {
    if (!this.#isOn || this.#isFramed) return false;
    this.#isFramed = true;
    return true;
  }

  /** What `seen` takes: it changes whenever the card does. */
  get frame(): number {
    return this.#frame;
  }

  /** The terminal has drawn that frame. */
  seen(frame: number): void {
    if (this.#isFramed && frame === this.#frame) this.#shownAt ??= this.#now();
  }

  take(): void {
    this.#isOn = true;
    this.#isLeft = false;
    this.deafen();
  }

  /** The prompt has the focus, and keeps it. */
  leave(): void {
    this.#isOn = false;
    this.#isLeft = true;
    this.deafen();
  }

  /** The prompt has the focus as long as something is typed there. */
  yieldToText(): void {
    this.#isOn = false;
    this.deafen();
  }

  /** No card has it, and the next one may take it. */
  reset(): void {
    this.#isOn = false;
    this.#isLeft = false;
    this.deafen();
  }

  /** The card may take it again. */
  allow(): void {
    this.#isLeft = false;
  }

  /** What the card shows has changed: it hears keys again a moment after it was drawn. */
  deafen(): void {
    this.#isFramed = false;
    this.#frame += 1;
    this.#shownAt = undefined;
  }

  /**
   * Milliseconds until it should be asked again; 0: the card takes the focus now.
   * @param isWanted a card is there, and nothing is being typed
   */
  waitFor(isWanted: boolean): number | undefined {
    const now = this.#now();
    if (this.#isOn) return this.isArmed ? undefined : Math.max(1, QUIET_MS - (now - (this.#shownAt ?? now)));
    if (!isWanted || this.#isLeft) return undefined;
    return Math.max(0, QUIET_MS - (now - this.#lastKeyAt));
  }
}

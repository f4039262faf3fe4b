import type { DrawnSize, TtySize } from '@sluice/terminal';

/** Asks a terminal whether it is there. It answers once it has drawn what was sent before. */
const QUESTION = '\u001b[5n';
/**
 * Asks it for its size in cells as it is now: what it reports by itself may come later. It says where the cursor ends that is sent far beyond
 * the last cell, and before that where the cursor is. (`CSI 18 t` would ask the same, but tmux 3.3 answers with columns and rows swapped.)
 */
const SIZE_QUESTION = '\u001b[6n\u001b7\u001b[9999;9999H\u001b[6n\u001b8';
/** A terminal that has not answered its first question by then never does. */
const GIVE_UP_MS = 3000;
/** One that has answered before is slow, or something else has taken the answer. */
const GIVE_UP_LATER_MS = 15_000;
/** How long another program has to wait for the terminal because of an answer, unless answers have taken longer. */
const MAX_IDLE_MS = 500;
const MAX_FAR_IDLE_MS = 3000;

/** Tells when the terminal has drawn a frame: over a slow connection that is long after it was written. */
export class DrawnFrames {
  readonly #write: (sequence: string) => void;
  readonly #onAnswer: (afterMs: number) => void;
  #waiting: { readonly done: () => void; readonly timer: NodeJS.Timeout; readonly askedAt: number }[] = [];
  #isMute = false;
  #hasAnswered = false;
  #slowestMs = 0;
  #onIdle: (() => void) | undefined;
  /** Nothing is asked: something else is about to read what the terminal says. */
  #isQuiet = false;
  /** Places of the cursor that the terminal has said since its size was last asked for: its own, and that in the last cell. */
  #places: TtySize[] = [];
  #sizesAsked = 0;

  /** @param onAnswer hears how long each answer took */
  constructor(write: (sequence: string) => void, onAnswer: (afterMs: number) => void = () => {}) {
    this.#write = write;
    this.#onAnswer = onAnswer;
  }

  /** Calls `done` when the frame that is being made is on the screen. */
  ask(done: () => void, question = QUESTION): void {
    if (this.#isMute || this.#isQuiet) {
      done();
      return;
    }
    const timer = setTimeout(() => this.#giveUp(), this.#hasAnswered ? GIVE_UP_LATER_MS : GIVE_UP_MS);
    this.#waiting.push({ done, timer, askedAt: performance.now() });
    // The frame is written once it is made.
    queueMicrotask(() => this.#write(question));
  }

  /** Calls `done` with the size and the place of the cursor in which the frame that is being made was drawn. Undefined: the terminal doesn't say. */
  askSize(done: (size: DrawnSize | undefined) => void): void {
    this.#sizesAsked += 1;
    this.ask(() => {
      this.#sizesAsked -= 1;
      const places = this.#places;
      this.#places = [];
      const size = places.at(-1);
      const cursorRow = places.length === 2 && places[0] !== undefined ? places[0].rows - 1 : undefined;
      done(size === undefined ? undefined : { ...size, cursorRow });
    }, SIZE_QUESTION + QUESTION);
  }

  /** The terminal has said a place of the cursor: the answer to the question after it follows. A key can look the same (Shift-F3). */
  sized(size: TtySize): void {
    if (this.#sizesAsked > 0) this.#places.push(size);
  }

  /** The terminal has answered, in the order of the questions. */
  answered(): void {
    this.#hasAnswered = true;
    this.#isMute = false;
    const first = this.#waiting.shift();
    if (first === undefined) return;
    clearTimeout(first.timer);
    const afterMs = performance.now() - first.askedAt;
    this.#slowestMs = Math.max(this.#slowestMs, afterMs);
    this.#onAnswer(afterMs);
    first.done();
    if (this.#waiting.length === 0) this.#onIdle?.();
  }

  /**
   * Resolves when no answer is on its way any longer, so that what reads the terminal next doesn't get it as if it were typed. From now on
   * nothing is asked, until `resume`.
   */
  async idle(): Promise<void> {
    this.#isQuiet = true;
    if (this.#waiting.length === 0) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const longestMs = Math.min(Math.max(MAX_IDLE_MS, 2 * this.#slowestMs), MAX_FAR_IDLE_MS);
    const timer = setTimeout(resolve, longestMs);
    this.#onIdle = resolve;
    await promise;
    clearTimeout(timer);
    this.#onIdle = undefined;
  }

  /** Another program reads what the terminal says: answers are waited for no longer. */
  settle(): void {
    const all = this.#waiting;
    this.close();
    for (const { done } of all) done();
  }

  /** The terminal's answers come here again. */
  resume(): void {
    this.#isQuiet = false;
  }

  close(): void {
    for (const { timer } of this.#waiting) clearTimeout(timer);
    this.#waiting = [];
  }

  #giveUp(): void {
    this.#isMute = !this.#hasAnswered;
    this.settle();
  }
}

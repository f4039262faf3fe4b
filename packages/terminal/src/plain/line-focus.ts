import { QUIET_MS } from '../desk/card-focus.ts';

/**
 * Milliseconds without a line before a question hears one. Typing a line takes longer than a key: a number that is typed twice by mistake
 * must not reach the next question.
 */
export const LINE_QUIET_MS = 1000;

interface LineFocusScope {
  readonly now: () => number;
  /** Whether the question may still hear lines. */
  readonly mayHear: () => boolean;
  /** It is about to: lines that were typed until now are to be reported with `sawLine`. */
  readonly onArming: () => void;
  /** It hears them now. */
  readonly onArmed: () => void;
}

/** Whether lines are for the shown question. It hears them only once it has been there for a moment, and after a pause in typing. */
export class LineFocus {
  readonly #scope: LineFocusScope;
  #isArmed = false;
  #arming: NodeJS.Timeout | undefined;
  #lastLineAt = -Infinity;
  #hearing = {};

  constructor(scope: LineFocusScope) {
    this.#scope = scope;
  }

  get isArmed(): boolean {
    return this.#isArmed;
  }

  /** Changes whenever another question, or none, hears lines. Undefined: none does. */
  get hearing(): object | undefined {
    return this.#isArmed ? this.#hearing : undefined;
  }

  /** A line came, for whatever. */
  sawLine(): void {
    this.#lastLineAt = this.#scope.now();
  }

  /** A question was shown. Keys typed while it appeared are not an answer. */
  take(): void {
    this.#arming = setTimeout(() => this.#arm(), QUIET_MS);
  }

  /** No question hears lines. */
  reset(): void {
    clearTimeout(this.#arming);
    this.#isArmed = false;
  }

  #arm(): void {
    const { mayHear, onArming, onArmed } = this.#scope;
    if (!mayHear()) return;
    if (this.#waitMs === 0) onArming();
    // Lines that were typed until now have just been reported.
    const wait = this.#waitMs;
    if (wait > 0) {
      this.#arming = setTimeout(() => this.#arm(), wait);
      return;
    }
    this.#isArmed = true;
    this.#hearing = {};
    onArmed();
  }

  get #waitMs(): number {
    return Math.max(0, this.#lastLineAt + LINE_QUIET_MS - this.#scope.now());
  }
}

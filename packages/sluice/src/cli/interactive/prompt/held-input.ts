import type { WaitingMessage } from '../front-events.ts';

/** What was typed while a command was still to print: it is submitted below that output, in order. */
export class HeldInput {
  readonly #submit: (text: string, when: WaitingMessage['when']) => void;
  readonly #onChange: () => void;
  #waiting: readonly WaitingMessage[] = [];

  /** @param onChange what waits has changed */
  constructor(submit: (text: string, when: WaitingMessage['when']) => void, onChange: () => void) {
    this.#submit = submit;
    this.#onChange = onChange;
  }

  get waiting(): readonly WaitingMessage[] {
    return this.#waiting;
  }

  /** @param printed the output is there. Never rejects */
  hold(text: string, when: WaitingMessage['when'], printed: Promise<void>): void {
    this.#waiting = [...this.#waiting, { text, when, isBehindOutput: true }];
    this.#onChange();
    void printed.then(() => this.#release());
  }

  /** Takes back the last one. Undefined: there is none. */
  takeBack(): string | undefined {
    const last = this.#waiting.at(-1);
    this.#waiting = this.#waiting.slice(0, -1);
    if (last !== undefined) this.#onChange();
    return last?.text;
  }

  /** One for each that was held: if another command prints first, the rest is held again, in the same order. */
  #release(): void {
    const [first, ...rest] = this.#waiting;
    if (first === undefined) return;
    this.#waiting = rest;
    this.#onChange();
    this.#submit(first.text, first.when);
  }
}

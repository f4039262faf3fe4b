import type { RecordedAnswer, RecordedRun } from './run-journal.ts';

/**
 * Answers the calls of a script from an earlier run, in the order in which they were answered then: the script does the same as long as it
 * is the same. The first call that differs ends this for itself and all after it.
 */
export class Replay {
  readonly #calls: RecordedRun['calls'];
  #answers: readonly RecordedAnswer[];
  readonly #waiting = new Map<number, (answer: RecordedAnswer) => void>();
  #endsAt = Infinity;
  #taken = 0;

  constructor({ calls, answers }: Pick<RecordedRun, 'calls' | 'answers'>) {
    this.#calls = calls;
    this.#answers = answers;
  }

  /** Calls answered from the earlier run. */
  get taken(): number {
    return this.#taken;
  }

  /** The recorded answer to a call, when its turn comes. Undefined: there is none. */
  answerTo(at: number, key: string): Promise<RecordedAnswer> | undefined {
    const known = this.#calls.get(at);
    if (known !== key && known !== undefined) this.#endsAt = Math.min(this.#endsAt, at);
    if (at >= this.#endsAt || known === undefined || !this.#answers.some((answer) => answer.at === at))
      return undefined;
    const { promise, resolve } = Promise.withResolvers<RecordedAnswer>();
    this.#waiting.set(at, resolve);
    this.#release();
    return promise;
  }

  /** The script waits: what is next in the order may never be called for, so the first that is waited for comes. */
  idle(): void {
    if (this.#waiting.size === 0) return;
    const first = this.#answers.findIndex(({ at }) => this.#waiting.has(at));
    const [answer] = this.#answers.slice(first, first + 1);
    if (answer === undefined) return;
    this.#answers = this.#answers.toSpliced(first, 1);
    this.#give(answer);
    this.#release();
  }

  #release(): void {
    for (;;) {
      const [next] = this.#answers;
      if (next === undefined || !this.#waiting.has(next.at)) return;
      this.#answers = this.#answers.slice(1);
      this.#give(next);
    }
  }

  #give(answer: RecordedAnswer): void {
    this.#taken += 1;
    this.#waiting.get(answer.at)?.(answer);
    this.#waiting.delete(answer.at);
  }
}

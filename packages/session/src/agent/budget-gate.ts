interface Waiting {
  readonly usd: number;
  readonly who: string | undefined;
  readonly begin: (end: (() => void) | undefined) => void;
}

/**
 * Holds the budget of agents that work side by side: their requests run at the same time only as long as the most that all of them
 * may cost fits into it. Those for which there is no room wait in order; a request alone always begins while anything is left.
 */
export class BudgetGate {
  readonly #limitUsd: number | undefined;
  readonly #spentUsd: () => number;
  readonly #running = new Set<{ readonly usd: number }>();
  readonly #waiting: Waiting[] = [];

  /** @param spentUsd what all of them have cost so far */
  constructor(limitUsd: number | undefined, spentUsd: () => number) {
    this.#limitUsd = limitUsd;
    this.#spentUsd = spentUsd;
  }

  /** Whether a request of this agent waits. Undefined: the main agent. */
  hasWaiting(who: string | undefined): boolean {
    return this.#waiting.some((one) => one.who === who);
  }

  /**
   * Waits until a request fits that costs at most `usd`. Resolves with a function to call once its cost is counted, or with undefined if
   * the budget is used up. After an abort nothing is waited for.
   */
  reserve(usd: number, signal: AbortSignal, who?: string): Promise<(() => void) | undefined> {
    if (this.#limitUsd === undefined || signal.aborted) return Promise.resolve(() => {});
    return new Promise((resolve) => {
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        resolve(() => {});
        this.#admit();
      };
      const waiting: Waiting = {
        ...{ usd, who },
        begin(end) {
          signal.removeEventListener('abort', leave);
          resolve(end);
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.push(waiting);
      this.#admit();
    });
  }

  #admit(): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      const { usd, begin } = next;
      const left = (this.#limitUsd ?? Infinity) - this.#spentUsd();
      const isUsedUp = left <= 0;
      if (!isUsedUp && this.#running.size > 0 && this.#heldUsd + usd > left) return;
      this.#waiting.shift();
      begin(isUsedUp ? undefined : this.#hold(usd));
    }
  }

  #hold(usd: number): () => void {
    const held = { usd };
    this.#running.add(held);
    return () => {
      if (this.#running.delete(held)) this.#admit();
    };
  }

  get #heldUsd(): number {
    let sum = 0;
    for (const { usd } of this.#running) sum += usd;
    return sum;
  }
}

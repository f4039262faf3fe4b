interface Reserved {
  readonly usd: number;
  /** Undefined: the main agent. */
  readonly who: string | undefined;
  /** Beside the conversation of that agent. */
  readonly isBeside: boolean;
}

interface Waiting extends Reserved {
  readonly begin: (end: (() => void) | undefined) => void;
}

/**
 * Holds the budget of agents that work side by side: their requests run at the same time only as long as the most that all of them
 * may cost fits into it. Those for which there is no room wait in order; a request alone always begins while anything is left.
 *
 * A request beside the conversation of an agent, such as that of a hook, never waits for a conversation: the answer of its own agent may
 * be held up by it, and a hook that waits too long stops nothing. Without room it begins as part of what its agent holds, or as the
 * only request beside that agent.
 */
export class BudgetGate {
  readonly #limitUsd: number | undefined;
  readonly #spentUsd: () => number;
  readonly #running = new Set<Reserved>();
  #waiting: readonly Waiting[] = [];

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
  reserve(
    usd: number,
    signal: AbortSignal,
    who?: string,
    isBeside = false,
  ): Promise<(() => void) | undefined> {
    if (this.#limitUsd === undefined || signal.aborted) return Promise.resolve(() => {});
    return new Promise((resolve) => {
      const leave = (): void => {
        this.#remove(waiting);
        resolve(() => {});
        this.#admit();
      };
      const waiting: Waiting = {
        ...{ usd, who, isBeside },
        begin(end) {
          signal.removeEventListener('abort', leave);
          resolve(end);
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting = [...this.#waiting, waiting];
      this.#admit();
    });
  }

  #remove(waiting: Waiting): void {
    this.#waiting = this.#waiting.filter((one) => one !== waiting);
  }

  #admit(): void {
    let isBlocked = false;
    for (const waiting of this.#waiting) {
      const left = (this.#limitUsd ?? Infinity) - this.#spentUsd();
      const isUsedUp = left <= 0;
      const mayBegin =
        isUsedUp || this.#fits(waiting, left, isBlocked) || (waiting.isBeside && this.#fitsBeside(waiting));
      if (mayBegin) {
        this.#remove(waiting);
        waiting.begin(isUsedUp ? undefined : this.#hold(waiting));
      } else if (!waiting.isBeside) isBlocked = true;
    }
  }

  #fits({ usd }: Reserved, left: number, isBlocked: boolean): boolean {
    return !isBlocked && (this.#running.size === 0 || sumOf([...this.#running]) + usd <= left);
  }

  #fitsBeside({ usd, who }: Reserved): boolean {
    const own = [...this.#running].filter((one) => one.who === who);
    const beside = own.filter((one) => one.isBeside);
    return beside.length === 0 || sumOf(beside) + usd <= sumOf(own.filter((one) => !one.isBeside));
  }

  #hold({ usd, who, isBeside }: Reserved): () => void {
    const held = { usd, who, isBeside };
    this.#running.add(held);
    return () => {
      if (this.#running.delete(held)) this.#admit();
    };
  }
}

function sumOf(requests: readonly Reserved[]): number {
  return requests.reduce((sum, { usd }) => sum + usd, 0);
}

import { randomUUID } from 'node:crypto';
import type { LateToolsOptions, ProviderPool } from '@sluice/agent';

export type ToolLoadingOptions = Pick<LateToolsOptions, 'loading' | 'threshold'>;

/** What the main agent and all that are opened below it have together: their models, and one budget. */
export class AgentTree {
  /** The same for all agents that work on one conversation. */
  readonly id = randomUUID();
  readonly providers: ProviderPool;
  /** How deferred tools reach the models. */
  readonly loading: ToolLoadingOptions;
  /** US dollars for all of them; undefined: no limit. */
  readonly limitUsd: number | undefined;
  readonly #spending = new Map<object, () => number>();
  #endedUsd = 0;

  constructor(providers: ProviderPool, loading: ToolLoadingOptions, limitUsd: number | undefined) {
    this.providers = providers;
    this.loading = loading;
    this.limitUsd = limitUsd;
  }

  /** @param spentUsd what the agent has cost until now; the returned function is called when it costs no more */
  join(agent: object, spentUsd: () => number): () => void {
    this.#spending.set(agent, spentUsd);
    return () => {
      if (!this.#spending.delete(agent)) return;
      this.#endedUsd += spentUsd();
    };
  }

  /** What all but this one have cost. */
  spentByOthers(agent: object): number {
    let sum = this.#endedUsd;
    for (const [other, spentUsd] of this.#spending) if (other !== agent) sum += spentUsd();
    return sum;
  }
}

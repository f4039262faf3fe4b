import { randomUUID } from 'node:crypto';
import type { AgentEvent, LateToolsOptions, ProviderPool } from '@sluice/agent';
import type { AgentIdentity } from '@sluice/core';

/** Hears what an agent does that another has opened. */
export type ChildListener = (agent: AgentIdentity, event: AgentEvent) => void;

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
  readonly #listeners = new Set<ChildListener>();
  readonly #spending = new Map<object, () => number>();
  #endedUsd = 0;

  constructor(providers: ProviderPool, loading: ToolLoadingOptions, limitUsd: number | undefined) {
    this.providers = providers;
    this.loading = loading;
    this.limitUsd = limitUsd;
  }

  /** Tells of what agents do that another has opened. Must not throw; the returned function ends that. */
  listen(listener: ChildListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** The same events, of which those who listen hear as they are read. */
  heard(agent: AgentIdentity, events: AsyncIterable<AgentEvent>): AsyncIterable<AgentEvent> {
    const listeners = this.#listeners;
    return {
      [Symbol.asyncIterator]() {
        const reading = events[Symbol.asyncIterator]();
        return {
          async next() {
            const read = await reading.next();
            if (read.done !== true) for (const listener of listeners) listener(agent, read.value);
            return read;
          },
          async return() {
            await reading.return?.();
            return { done: true as const, value: undefined };
          },
        };
      },
    };
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

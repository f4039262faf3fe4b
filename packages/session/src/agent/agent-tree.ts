import { randomUUID } from 'node:crypto';
import type { AgentEvent, AgentResult, LateToolsOptions, ProviderPool, UsedModel } from '@sluice/agent';
import type { AgentIdentity } from '@sluice/core';
import { BudgetGate } from './budget-gate.ts';

/** Receives the events of agents that another agent opened. */
type ChildListener = (agent: AgentIdentity, event: AgentEvent) => void;

/** What the agents below the main one have used and were denied. */
export interface ChildTotals {
  readonly models: readonly UsedModel[];
  readonly denials: readonly (AgentResult['denials'][number] & { readonly agentId: string })[];
}

type ToolLoadingOptions = Pick<LateToolsOptions, 'loading' | 'threshold'>;

/** What the main agent and all agents below it share: their models and one budget. */
export class AgentTree {
  /** Shared by all agents that work on one conversation. */
  readonly id = randomUUID();
  readonly providers: ProviderPool;
  /** How deferred tools reach the models. */
  readonly loading: ToolLoadingOptions;
  /** US dollars for all of them; undefined: no limit. */
  readonly limitUsd: number | undefined;
  /** Requests pass through it, so that several at once don't pass the limit together. */
  readonly gate: BudgetGate;
  readonly #listeners = new Set<ChildListener>();
  readonly #spending = new Map<object, () => number>();
  #endedUsd = 0;
  #models: UsedModel[] = [];
  #denials: ChildTotals['denials'][number][] = [];

  constructor(providers: ProviderPool, loading: ToolLoadingOptions, limitUsd: number | undefined) {
    this.providers = providers;
    this.loading = loading;
    this.limitUsd = limitUsd;
    this.gate = new BudgetGate(limitUsd, () => this.spentByOthers(undefined));
  }

  /**
   * Calls the listener with events of agents that another agent opened. It must not throw. Returns a function
   * that unsubscribes.
   */
  listen(listener: ChildListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** The same events; listeners receive them as they are read. */
  heard(agent: AgentIdentity, events: AsyncIterable<AgentEvent>): AsyncIterable<AgentEvent> {
    const listeners = this.#listeners;
    const note = (of: AgentIdentity, { models, denials }: AgentResult): void => {
      this.#models.push(...models);
      this.#denials.push(...denials.map((denial) => ({ ...denial, agentId: of.id })));
    };
    return {
      [Symbol.asyncIterator]() {
        const reading = events[Symbol.asyncIterator]();
        return {
          async next() {
            const read = await reading.next();
            if (read.done === true) return read;
            const { value } = read;
            if (value.type === 'result') note(agent, value.result);
            for (const listener of listeners) listener(agent, value);
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

  /** Adds what a request beside all agents has used. */
  addUsed(used: UsedModel): void {
    this.#models.push(used);
    this.#endedUsd += used.costUsd ?? 0;
  }

  /** What agents below the main one have used and were denied since the last time, for prompts that have ended. */
  takeTotals(): ChildTotals {
    const [models, denials] = [this.#models, this.#denials];
    this.#models = [];
    this.#denials = [];
    return { models, denials };
  }

  /** @param spentUsd what the agent has cost so far; call the returned function when it will cost no more */
  join(agent: object, spentUsd: () => number): () => void {
    this.#spending.set(agent, spentUsd);
    return () => {
      if (!this.#spending.delete(agent)) return;
      this.#endedUsd += spentUsd();
    };
  }

  /** The cost of all other agents; without an agent, of all. */
  spentByOthers(agent: object | undefined): number {
    let sum = this.#endedUsd;
    for (const [other, spentUsd] of this.#spending) if (other !== agent) sum += spentUsd();
    return sum;
  }
}

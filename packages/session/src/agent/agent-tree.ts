import { randomUUID } from 'node:crypto';
import {
  denialOf,
  modelsSince,
  sumOfModels,
  type AgentEvent,
  type AgentResult,
  type LateToolsOptions,
  type ProviderPool,
  type UsedModel,
} from '@sluice/agent';
import type { AgentIdentity } from '@sluice/core';
import { BudgetGate } from './cost/budget-gate.ts';

/** Receives the events of agents that another agent opened. */
type ChildListener = (agent: AgentIdentity, event: AgentEvent) => void;

/** What the agents below the main one have used and were denied. */
export interface ChildTotals {
  readonly models: readonly UsedModel[];
  readonly denials: readonly (AgentResult['denials'][number] & { readonly agentId: string })[];
}

/** What an agent has cost and used so far. */
interface Member {
  spentUsd(): number;
  /** Of an agent below the main one, whose own results have its models. */
  models(): readonly UsedModel[];
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
  readonly #members = new Map<object, Member>();
  readonly #ends = new Set<() => Promise<unknown>>();
  #endedUsd = 0;
  /** Of agents that have ended, and of requests beside all agents. */
  #models: readonly UsedModel[] = [];
  #takenModels: readonly UsedModel[] = [];
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
    const note = (event: AgentEvent): void => {
      const denied = event.type === 'engine' ? denialOf(event.event) : undefined;
      if (denied !== undefined) this.#denials.push({ ...denied.denial, agentId: agent.id });
      if (event.type === 'result' && this.isBudgetUsedUp) void this.endForBudget();
    };
    return {
      [Symbol.asyncIterator]() {
        const reading = events[Symbol.asyncIterator]();
        return {
          async next() {
            const read = await reading.next();
            if (read.done === true) return read;
            const { value } = read;
            note(value);
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
    this.#models = sumOfModels([...this.#models, used]);
    this.#endedUsd += used.costUsd ?? 0;
  }

  /** What agents below the main one have used and were denied since the last time, those at work included. */
  takeTotals(): ChildTotals {
    const running = [...this.#members.values()].flatMap((member) => member.models());
    const models = sumOfModels([...this.#models, ...running]);
    const taken = { models: modelsSince(this.#takenModels, models), denials: this.#denials };
    this.#takenModels = models;
    this.#denials = [];
    return taken;
  }

  /** Call the returned function when the agent will cost no more. */
  join(agent: object, member: Member): () => void {
    this.#members.set(agent, member);
    return () => {
      if (!this.#members.delete(agent)) return;
      this.#endedUsd += member.spentUsd();
      this.#models = sumOfModels([...this.#models, ...member.models()]);
    };
  }

  /** @param end stops work that the budget pays for, and settles when it has ended. Must not reject. Returns a function that unsubscribes. */
  onBudgetEnd(end: () => Promise<unknown>): () => void {
    this.#ends.add(end);
    return () => void this.#ends.delete(end);
  }

  /** The budget is used up: agents below the main one are stopped. Settles when they have ended. */
  async endForBudget(): Promise<void> {
    await Promise.all([...this.#ends].map((end) => end()));
  }

  get isBudgetUsedUp(): boolean {
    return this.spentByOthers(undefined) >= (this.limitUsd ?? Infinity);
  }

  /** The cost of all other agents; without an agent, of all. */
  spentByOthers(agent: object | undefined): number {
    let sum = this.#endedUsd;
    for (const [other, member] of this.#members) if (other !== agent) sum += member.spentUsd();
    return sum;
  }
}

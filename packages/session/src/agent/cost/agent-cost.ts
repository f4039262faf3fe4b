import type { Agent } from '@sluice/agent';
import type { AgentTree } from '../agent-tree.ts';

interface AgentCostOptions {
  readonly tree: Pick<AgentTree, 'join' | 'spentByOthers'>;
  /** What the agent's prompts have cost. */
  readonly spent: () => Agent['spentUsd'];
  /** The models that its prompts have used. Undefined: its own results tell. */
  readonly models: (() => Agent['usedModels']) | undefined;
  /** What the session cost before the agent was opened. Default: 0. */
  readonly before: (() => number) | undefined;
}

/** The cost of an agent and of the other agents of its tree, in US dollars, as far as prices are known. */
export class AgentCost {
  readonly #options: AgentCostOptions;
  readonly #member = {};
  /** The agent will cost no more. May be called again. */
  readonly leave: () => void;

  constructor(options: AgentCostOptions) {
    this.#options = options;
    this.leave = options.tree.join(this.#member, {
      spentUsd: () => this.#ownUsd,
      models: options.models ?? (() => []),
    });
  }

  /** Of all agents since the session was opened. */
  get sessionUsd(): number {
    return this.#options.spent().total + this.#ofOthers;
  }

  /** `sessionUsd` and what the session cost before. */
  get totalUsd(): number {
    return this.#ownUsd + this.#ofOthers;
  }

  /** `totalUsd` without the running prompt of this agent. */
  get besidePromptUsd(): number {
    return this.totalUsd - this.#options.spent().current;
  }

  get #ownUsd(): number {
    const { before, spent } = this.#options;
    return (before?.() ?? 0) + spent().total;
  }

  get #ofOthers(): number {
    return this.#options.tree.spentByOthers(this.#member);
  }
}

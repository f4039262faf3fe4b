import type { ThinkingEffort, ThinkingOptions } from '@sluice/core';

/** The smallest budget that a model accepts. */
const LEAST_TOKENS = 1024;

/** How much an agent's model thinks. It may change between requests. */
export class AgentThinking {
  readonly #first: ThinkingOptions | undefined;
  #current: ThinkingOptions | undefined;
  #ofTurn: ThinkingEffort | undefined;

  constructor(first: ThinkingOptions | undefined) {
    this.#first = first;
    this.#current = first;
  }

  get current(): ThinkingOptions | undefined {
    return this.#ofTurn === undefined ? this.#current : { ...this.#current, effort: this.#ofTurn };
  }

  /** Goes before the effort, until that is changed. Undefined: no longer. */
  chooseForTurn(effort: ThinkingEffort | undefined): void {
    this.#ofTurn = effort;
  }

  /** A first limit in tokens stays as it is. Undefined: the first effort. */
  changeEffort(effort: ThinkingEffort | undefined): void {
    this.#ofTurn = undefined;
    this.#current = effort === undefined ? this.#first : { ...this.#first, effort };
  }

  /** Tokens for each answer; 0: none. Undefined: the first limit. The effort stays as it is. */
  changeTokens(tokens: number | undefined): void {
    const maxTokens = tokens === undefined || tokens === 0 ? tokens : Math.max(tokens, LEAST_TOKENS);
    this.#current = { ...this.#current, maxTokens: maxTokens ?? this.#first?.maxTokens };
  }
}

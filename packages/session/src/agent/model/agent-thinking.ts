import type { ThinkingEffort, ThinkingOptions } from '@sluice/core';

/** How much an agent's model thinks. It may change between requests. */
export class AgentThinking {
  readonly #first: ThinkingOptions | undefined;
  #current: ThinkingOptions | undefined;

  constructor(first: ThinkingOptions | undefined) {
    this.#first = first;
    this.#current = first;
  }

  get current(): ThinkingOptions | undefined {
    return this.#current;
  }

  /** A limit in tokens stays as it is. Undefined: the first effort. */
  changeEffort(effort: ThinkingEffort | undefined): void {
    this.#current = effort === undefined ? this.#first : { ...this.#first, effort };
  }
}

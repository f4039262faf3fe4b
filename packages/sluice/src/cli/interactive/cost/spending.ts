import type { AgentResult, Prompt, UsedModel } from '@sluice/agent';
import type { ChildTotals } from '@sluice/session/agent';
import { createSessionTotals, withTotals } from '../../print/output/with-totals.ts';
import { arePriced, areReported, promptCost, type PromptCost } from './prompt-cost.ts';

const MAX_PROMPTS = 1000;

/** What this program has spent: by prompt, by model, and in all sessions that it has opened. */
export class Spending {
  readonly #totals = createSessionTotals();
  readonly #prompts: PromptCost[] = [];
  #models: readonly UsedModel[] = [];
  #prompt: Prompt | undefined;
  #endedUsd = 0;
  #isKnown = true;
  #isWhole = true;

  /** What each has been used for, agents' work included. */
  get models(): readonly UsedModel[] {
    return this.#models;
  }

  /** What each prompt has used, the latest last. */
  get prompts(): readonly PromptCost[] {
    return this.#prompts;
  }

  /** What the sessions have cost that have ended. */
  get endedUsd(): number {
    return this.#endedUsd;
  }

  /** The price of all models that were used is known. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  /** No request was stopped before the service had reported what it used. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  /** @param prompt undefined: no prompt has caused the work */
  begin(prompt: Prompt | undefined): void {
    this.#prompt = prompt;
  }

  /** @param ofAgents what agents have used since the last result */
  add(own: AgentResult, ofAgents: ChildTotals): void {
    const result = withTotals(own, ofAgents);
    if (!arePriced(result.models)) this.#isKnown = false;
    if (!areReported(result.models)) this.#isWhole = false;
    this.#prompts.push(promptCost(this.#prompt, result));
    if (this.#prompts.length > MAX_PROMPTS) this.#prompts.shift();
    const total = this.#totals.add({ type: 'result', result });
    if (total.type === 'result') this.#models = total.result.models;
  }

  /** A session that has cost this much has ended. */
  end(usd: number): void {
    this.#endedUsd += usd;
  }
}

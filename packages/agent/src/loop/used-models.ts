import type { ModelProvider, ModelUsage } from '@sluice/core';
import type { UsedModel } from './agent-event.ts';
import type { AgentOptions } from './agent-options.ts';
import { addUsage, contextTokens, costOf, knownCostUsd, NO_USAGE } from './usage.ts';

export type AskedModel = Pick<UsedModel, 'model' | 'contextWindow' | 'maxOutputTokens'>;

/** The model that gave the last answer, if it isn't the one that was asked. */
export function answeringModel({ answeredBy }: ModelProvider, asked: AskedModel): AskedModel {
  return answeredBy === undefined ? asked : askedModel(answeredBy);
}

/** A snapshot, since the model may be switched in the meantime. */
export function askedModel({ model, contextWindow, maxOutputTokens }: ModelProvider): AskedModel {
  return { model, contextWindow, maxOutputTokens };
}

/** The models that a prompt has used, how much, and what that costs in US dollars. */
export class UsedModels {
  readonly #price: AgentOptions['price'];
  readonly #used = new Map<string, { readonly asked: AskedModel; readonly usage: ModelUsage }>();
  #usage = NO_USAGE;
  /** Of the current turn so far. */
  #answer: { readonly usage: ModelUsage; readonly asked: AskedModel } | undefined;

  constructor(price: AgentOptions['price'], first: AskedModel) {
    this.#price = price;
    this.add(NO_USAGE, first);
  }

  add(added: ModelUsage, asked: AskedModel): void {
    this.#usage = addUsage(this.#usage, added);
    const before = this.#used.get(asked.model)?.usage ?? NO_USAGE;
    this.#used.set(asked.model, { asked, usage: addUsage(before, added) });
  }

  /** Undefined: the turn has ended, and its usage was added. */
  noteAnswer(answer: { readonly usage: ModelUsage; readonly asked: AskedModel } | undefined): void {
    this.#answer = answer;
  }

  /** Of all models. */
  get usage(): ModelUsage {
    return this.#usage;
  }

  get models(): readonly UsedModel[] {
    return [...this.#used.values()].map(({ asked, usage }) => ({
      ...asked,
      usage,
      costUsd: this.#costOf(usage, asked),
    }));
  }

  /** Undefined if the price of a model is unknown or its server did not report all usage. */
  get costUsd(): number | undefined {
    const { models } = this;
    const isKnown = models.every(
      ({ usage, costUsd }) =>
        usage.isIncomplete === undefined && (costUsd !== undefined || contextTokens(usage) === 0),
    );
    return isKnown ? knownCostUsd(models) : undefined;
  }

  get knownCostUsd(): number {
    return knownCostUsd(this.models);
  }

  /** The known cost including the current turn so far. */
  get costSoFarUsd(): number {
    const ofAnswer = this.#answer === undefined ? 0 : this.#costOf(this.#answer.usage, this.#answer.asked);
    return this.knownCostUsd + (ofAnswer ?? 0);
  }

  #costOf(usage: ModelUsage, { model }: AskedModel): number | undefined {
    const price = typeof this.#price === 'function' ? this.#price(model) : this.#price;
    return price === undefined ? undefined : costOf(usage, price);
  }
}

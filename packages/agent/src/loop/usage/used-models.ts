import type { ModelProvider, ModelUsage } from '@sluice/core';
import type { UsedModel } from '../agent-event.ts';
import type { AgentOptions } from '../agent-options.ts';
import { addUsage, contextTokens, costOf, knownCostUsd, NO_USAGE, usageSince } from './token-usage.ts';

/** Of the current turn so far. */
interface TurnUsage {
  readonly usage: ModelUsage;
  readonly asked: AskedModel;
  /** No answer is arriving. */
  readonly isWhole: boolean;
}

export type AskedModel = Pick<UsedModel, 'model' | 'contextWindow' | 'maxOutputTokens'>;

/** The model that gave the last answer, if it isn't the one that was asked. */
export function answeringModel({ answeredBy }: ModelProvider, asked: AskedModel): AskedModel {
  return answeredBy === undefined ? asked : askedModel(answeredBy);
}

/** A snapshot, since the model may be switched in the meantime. */
export function askedModel({ model, contextWindow, maxOutputTokens }: ModelProvider): AskedModel {
  return { model, contextWindow, maxOutputTokens };
}

/** Each model once, with everything that it was used for. */
export function sumOfModels(used: readonly UsedModel[]): readonly UsedModel[] {
  const byName = new Map<string, UsedModel>();
  for (const one of used) {
    const before = byName.get(one.model);
    byName.set(one.model, before === undefined ? one : together(before, one));
  }
  return [...byName.values()];
}

function together(a: UsedModel, b: UsedModel): UsedModel {
  return {
    ...a,
    usage: addUsage(a.usage, b.usage),
    costUsd: a.costUsd === undefined || b.costUsd === undefined ? undefined : a.costUsd + b.costUsd,
  };
}

/** What was used beyond `before`, which is an earlier state of `now`. Each has every model at most once. */
export function modelsSince(before: readonly UsedModel[], now: readonly UsedModel[]): readonly UsedModel[] {
  return now.flatMap((used) => {
    const old = before.find(({ model }) => model === used.model);
    if (old === undefined) return [used];
    const usage = usageSince(old.usage, used.usage);
    if (contextTokens(usage) === 0 && usage.isIncomplete === undefined) return [];
    const isPriced = used.costUsd !== undefined && old.costUsd !== undefined;
    return [{ ...used, usage, costUsd: isPriced ? used.costUsd - old.costUsd : undefined }];
  });
}

/** The models that a prompt has used, how much, and what that costs in US dollars. */
export class UsedModels {
  readonly #price: AgentOptions['price'];
  readonly #used = new Map<string, { readonly asked: AskedModel; readonly usage: ModelUsage }>();
  #usage = NO_USAGE;
  #answer: TurnUsage | undefined;
  /** `#answer` and an answer that is arriving. */
  #arriving: TurnUsage | undefined;

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
  noteAnswer(answer: TurnUsage | undefined): void {
    this.#arriving = answer;
    if (answer?.isWhole !== false) this.#answer = answer;
  }

  /** Of all models. */
  get usage(): ModelUsage {
    return this.#usage;
  }

  get models(): readonly UsedModel[] {
    return [...this.#used.values()].map((used) => this.#priced(used));
  }

  /** Including the current turn so far. */
  get modelsSoFar(): readonly UsedModel[] {
    return this.#arriving === undefined
      ? this.models
      : sumOfModels([...this.models, this.#priced(this.#arriving)]);
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

  /** The known cost including the current turn so far, without an answer that is arriving: room is reserved for it. */
  get costSoFarUsd(): number {
    const ofAnswer = this.#answer === undefined ? 0 : this.#costOf(this.#answer.usage, this.#answer.asked);
    return this.knownCostUsd + (ofAnswer ?? 0);
  }

  #priced({ asked, usage }: { readonly asked: AskedModel; readonly usage: ModelUsage }): UsedModel {
    return { ...asked, usage, costUsd: this.#costOf(usage, asked) };
  }

  #costOf(usage: ModelUsage, { model }: AskedModel): number | undefined {
    const price = typeof this.#price === 'function' ? this.#price(model) : this.#price;
    return price === undefined ? undefined : costOf(usage, price);
  }
}

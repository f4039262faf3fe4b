import type { ModelPrice } from '@sluice/agent';
import type { EventFields, HookDispatcher } from '@sluice/hooks';

/** Who changes the model, and how a person can be asked about it. */
export interface ModelSwitchOptions {
  /** Default: `sdk`. */
  readonly source?: 'command' | 'picker' | 'sdk' | undefined;
  /** Asks the person. Default: no one can be asked, and a hook that wants it refuses the change. */
  readonly confirm?: ((question: string) => Promise<boolean>) | undefined;
}

export interface ModelSwitchContext {
  readonly dispatcher: () => HookDispatcher | undefined;
  readonly cwd: () => string;
  /** Tokens in the conversation, as the last answer reported them. */
  readonly contextTokens: () => number;
  readonly price: (model: string) => ModelPrice | undefined;
  /** The settings have a price for it. */
  readonly hasOwnPrice: (model: string) => boolean;
  /** Adds a text for the model. */
  readonly deliver: (text: string) => void;
}

/** A change that is about to happen. */
export interface PlannedSwitch {
  readonly from: string;
  readonly to: string;
  /** As it was given. Undefined: the first model. */
  readonly requested: string | undefined;
  /** When the last answer ended, by the system's clock. Undefined: there is none. */
  readonly answeredAt: number | undefined;
}

/** How long a service keeps a conversation in its cache. */
const CACHE_MS = 300_000;

/** Asks and tells the hooks about changes of a model. */
export class ModelSwitch {
  readonly #context: ModelSwitchContext;

  constructor(context: ModelSwitchContext) {
    this.#context = context;
  }

  /** PreModelSwitch hooks may refuse: the reason, for the person. */
  async refusal(planned: PlannedSwitch, options: ModelSwitchOptions): Promise<string | undefined> {
    const hooks = this.#context.dispatcher();
    if (hooks?.has('PreModelSwitch') !== true) return undefined;
    const fields = this.#fields(planned, options);
    const { block, decision, decisionReason, stop } = await hooks.fire('PreModelSwitch', fields, this.#at);
    const reason = block?.reason ?? decisionReason ?? stop?.reason ?? 'it gave no reason';
    if (block !== undefined || stop !== undefined || decision === 'deny')
      return `A hook keeps the model ${planned.from}: ${reason}`;
    if (decision !== 'ask') return undefined;
    if (
      (await options.confirm?.(`Change the model to ${planned.to}? ${decisionReason ?? ''}`.trim())) === true
    )
      return undefined;
    return `The model is still ${planned.from}: a hook requires a person to confirm the change (${reason})`;
  }

  /** Tells PostModelSwitch hooks, which may add something for the model. */
  async switched(planned: PlannedSwitch, options: ModelSwitchOptions): Promise<void> {
    const hooks = this.#context.dispatcher();
    if (hooks?.has('PostModelSwitch') !== true) return;
    const verdict = await hooks.fire('PostModelSwitch', this.#fields(planned, options), this.#at);
    for (const text of verdict.additionalContext) this.#context.deliver(text);
  }

  /** The same for one change. */
  watch(options: ModelSwitchOptions): {
    refusal(planned: PlannedSwitch): Promise<string | undefined>;
    switched(planned: PlannedSwitch): Promise<void>;
  } {
    return {
      refusal: (planned) => this.refusal(planned, options),
      switched: (planned) => this.switched(planned, options),
    };
  }

  get #at(): { readonly cwd: string } {
    return { cwd: this.#context.cwd() };
  }

  #fields(
    { from, to, requested, answeredAt }: PlannedSwitch,
    { source = 'sdk' }: ModelSwitchOptions,
  ): EventFields['PreModelSwitch'] {
    const { contextTokens, price, hasOwnPrice } = this.#context;
    const tokens = contextTokens();
    const known = price(to);
    return {
      from_model: from,
      to_model: to,
      requested_model: requested ?? null,
      source,
      context_tokens: tokens,
      prompt_cache_warm: answeredAt !== undefined && Date.now() - answeredAt < CACHE_MS,
      cache_ttl: '5m',
      estimated_cache_write_usd: (tokens * (known?.cacheWrite ?? known?.input ?? 0)) / 1_000_000,
      pricing: known === undefined ? 'default' : hasOwnPrice(to) ? 'configured' : 'catalog',
    };
  }
}

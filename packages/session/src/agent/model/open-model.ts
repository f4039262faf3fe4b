import {
  createFallbackProvider,
  createSwitchableProvider,
  ProviderPool,
  type OpenedProvider,
} from '@sluice/agent';
import type { ModelProvider } from '@sluice/core';
import type { LoadedSettings } from '@sluice/settings';
import type { ObserveRequest } from '../../telemetry/session-telemetry.ts';
import { modelEnvironment } from './model-environment.ts';
import { modelPrice } from './model-price.ts';
import type { PlannedSwitch } from './model-switch.ts';

interface ProvidersOptions {
  /** Address of a model server. */
  readonly baseUrl: string | undefined;
  /** The server accepts tools that join late: see `ModelChoice`. */
  readonly wantsLateTools?: boolean | undefined;
  /** Betas of Anthropic's API that requests ask for. Default: those that they need. */
  readonly betas?: readonly string[] | undefined;
  /** See `ModelChoice`. */
  readonly textEveryMs?: number | undefined;
  readonly settings: LoadedSettings;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly warn: (text: string) => void;
}

/** The models that the agents of a session may use. */
export function openProviders({
  baseUrl,
  wantsLateTools,
  betas,
  textEveryMs,
  settings,
  env,
  warn,
}: ProvidersOptions): ProviderPool {
  const set = settings.setting('model')?.value;
  return new ProviderPool({
    baseUrl,
    wantsLateTools,
    betas,
    textEveryMs,
    // Relative to where the program was started, like any file on a command line.
    cwd: process.cwd(),
    warn,
    env: modelEnvironment(settings, env),
    settings: typeof set === 'string' ? { model: set } : {},
  });
}

interface ModelOptions {
  /** As `--model` accepts it. Default: from the environment or the settings. */
  readonly model: string | undefined;
  readonly providers: Pick<ProviderPool, 'open'>;
  /** The price of the model must be known. */
  readonly needsPrice: boolean;
  readonly settings: LoadedSettings;
  /** Models to ask, in order, when another one is overloaded or unavailable. Default: none. */
  readonly fallbacks?: readonly string[] | undefined;
  readonly observe?: ObserveRequest | undefined;
}

/** The current model, and how to change it. */
export interface AgentModel {
  readonly provider: ModelProvider;
  /** The requested model, as `--model` accepts it. Undefined: from the environment or the settings. */
  readonly asked: () => string | undefined;
  /** Accepts what `--model` accepts; undefined: the initial model. Takes effect with the next request. */
  change(model: string | undefined, watch?: WatchSwitch): Promise<ModelChange>;
}

/** Hears of a change before and after it; a text refuses it. */
export interface WatchSwitch {
  refusal(planned: PlannedSwitch): Promise<string | undefined>;
  switched(planned: PlannedSwitch): Promise<void>;
}

export type ModelChange =
  | { readonly ok: true; readonly model: string }
  | { readonly ok: false; readonly message: string };

export type OpenedModel =
  | { readonly ok: true; readonly model: AgentModel }
  | { readonly ok: false; readonly message: string };

export async function openModel(options: ModelOptions): Promise<OpenedModel> {
  const first = await openPriced(options, options.model);
  if (!first.ok) return first;
  const provider = createSwitchableProvider(first.provider, options.observe);
  let asked = options.model;
  let changing: Promise<unknown> = Promise.resolve();
  const change = async (name: string | undefined, watch?: WatchSwitch): Promise<ModelChange> => {
    const next = await openPriced(options, name ?? options.model);
    if (!next.ok) return next;
    const planned = {
      from: provider.model,
      to: next.provider.model,
      requested: name,
      answeredAt: provider.answeredAt,
    };
    const isSame = planned.from === planned.to;
    const message = isSame ? undefined : await watch?.refusal(planned);
    if (message !== undefined) {
      next.provider.close();
      return { ok: false, message };
    }
    provider.switchTo(next.provider);
    asked = name ?? options.model;
    if (!isSame) await watch?.switched(planned);
    return { ok: true, model: provider.model };
  };
  return {
    ok: true,
    model: {
      provider,
      asked: () => asked,
      change(name, watch) {
        // One after the other, so that the last request wins.
        const changed = changing.then(() => change(name, watch));
        changing = changed;
        return changed;
      },
    },
  };
}

/** Opens a model, and checks that its price is known if it must be. */
export async function openPriced(
  { providers, needsPrice, settings, fallbacks = [] }: Omit<ModelOptions, 'model' | 'observe'>,
  model: string | undefined,
): Promise<OpenedProvider> {
  const found = await providers.open(model);
  if (!found.ok) return found;
  const { model: name } = found.provider;
  if (!needsPrice || modelPrice(settings, name) !== undefined) {
    if (fallbacks.length === 0) return found;
    const opens = fallbacks.map((other) => () => openPriced({ providers, needsPrice, settings }, other));
    return { ...found, provider: createFallbackProvider(found.provider, opens) };
  }
  found.provider.close();
  return {
    ok: false,
    message: `--max-budget-usd needs the price of ${name}: add it to the settings, for example "modelPrices": {${JSON.stringify(name)}: {"input": 3, "output": 15}} (US dollars per million tokens)`,
  };
}

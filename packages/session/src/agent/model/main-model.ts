import type { ProviderPool } from '@sluice/agent';
import type { LoadedSettings } from '@sluice/settings';
import type { SessionTelemetry } from '../../telemetry/session-telemetry.ts';
import type { OpenAgentOptions } from '../agent-options.ts';
import { toolLoading } from '../tool-loading.ts';
import { AgentThinking } from './agent-thinking.ts';
import { modelEnvironment } from './model-environment.ts';
import { openModel, openProviders, type OpenedModel } from './open-model.ts';
import { thinkingOptions } from './thinking-options.ts';

/** The model of a session's main agent, opened before the session is. It is closed with the agent, or by `closePrepared`. */
export interface PreparedModel {
  readonly providers: ProviderPool;
  readonly opened: OpenedModel;
}

/** For a session that is not opened after all. */
export function closePrepared(prepared: PreparedModel | undefined): void {
  if (prepared?.opened.ok === true) prepared.opened.model.provider.close();
}

/** The models that a session may use, by the options of its main agent. */
export function mainProviders(options: OpenAgentOptions, settings: LoadedSettings): ProviderPool {
  const env = process.env;
  return openProviders({
    ...options,
    baseUrl: options.baseUrl,
    wantsLateTools: toolLoading(options.toolLoading, settings, env).loading === 'reference',
    settings,
    env,
    warn: options.warn ?? (() => {}),
  });
}

interface MainModelContext {
  readonly providers: ProviderPool;
  readonly settings: LoadedSettings;
  readonly telemetry: SessionTelemetry | undefined;
}

/** @param ofType the model that the agent's definition names. Default: none */
export function openMainModel(
  options: OpenAgentOptions,
  { providers, settings, telemetry }: MainModelContext,
  ofType?: string,
): Promise<OpenedModel> {
  return openModel({
    model: options.model ?? ofType,
    providers,
    needsPrice: options.maxBudgetUsd !== undefined,
    settings,
    fallbacks: options.fallbackModels,
    observe: telemetry?.agent(undefined).request,
  });
}

/** @param ofType the effort that the agent's definition names. Default: none */
export function mainThinking(
  { effort, thinkingTokens: tokens, thinkingDisplay: display, warn = () => {} }: OpenAgentOptions,
  settings: LoadedSettings,
  ofType?: OpenAgentOptions['effort'],
): AgentThinking {
  return new AgentThinking(
    thinkingOptions({
      option: effort ?? ofType,
      tokens,
      display,
      env: modelEnvironment(settings, process.env),
      setting: settings.setting('effortLevel')?.value,
      warn,
    }),
  );
}

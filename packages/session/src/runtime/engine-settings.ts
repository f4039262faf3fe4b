import type { RuntimeOptions } from '@sluice/core';
import type { LoadedSettings } from '@sluice/settings';
import { concurrencyFromEnvironment } from './concurrency-from-environment.ts';

type EngineSettings = Pick<RuntimeOptions, 'maxConcurrency' | 'cascade' | 'messageBudget' | 'resultLimits'>;

/** Engine options, with settings and the environment as defaults for what the program omits. */
export function engineSettings(
  given: EngineSettings,
  { setting }: Pick<LoadedSettings, 'setting'>,
  env: Readonly<Record<string, string | undefined>>,
  warn: (text: string) => void,
): EngineSettings {
  const limits = setting('resultLimits')?.value;
  return {
    maxConcurrency:
      given.maxConcurrency ??
      setting('maxToolUseConcurrency')?.value ??
      concurrencyFromEnvironment(env, warn),
    cascade: given.cascade ?? setting('cascade')?.value,
    messageBudget: given.messageBudget ?? setting('messageBudget')?.value,
    resultLimits: given.resultLimits ?? (limits === undefined ? undefined : new Map(Object.entries(limits))),
  };
}

import { isJsonObject, type Cascade, type RuntimeOptions } from '@sluice/core';
import type { LoadedSettings } from '@sluice/settings';
import { concurrencyFromEnvironment } from './concurrency-from-environment.ts';

type EngineSettings = Pick<RuntimeOptions, 'maxConcurrency' | 'cascade' | 'messageBudget' | 'resultLimits'>;

const CASCADES: readonly Cascade[] = ['effects', 'all-shell', 'none'];

/** Engine options with what settings and the environment give where a program gives nothing. */
export function engineSettings(
  given: EngineSettings,
  { setting }: Pick<LoadedSettings, 'setting'>,
  env: Readonly<Record<string, string | undefined>>,
  warn: (text: string) => void,
): EngineSettings {
  const cascade = setting('cascade')?.value;
  const maxConcurrency = given.maxConcurrency ?? numberOf(setting('maxToolUseConcurrency')?.value);
  return {
    maxConcurrency: maxConcurrency ?? concurrencyFromEnvironment(env, warn),
    cascade: given.cascade ?? CASCADES.find((word) => word === cascade),
    messageBudget: given.messageBudget ?? numberOf(setting('messageBudget')?.value),
    resultLimits: given.resultLimits ?? limitsOf(setting('resultLimits')?.value),
  };
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

function limitsOf(value: unknown): ReadonlyMap<string, number> | undefined {
  if (!isJsonObject(value)) return undefined;
  return new Map(
    Object.entries(value).flatMap(([name, limit]) =>
      typeof limit === 'number' ? [[name, limit] as const] : [],
    ),
  );
}

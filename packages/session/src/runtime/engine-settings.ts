import { isJsonObject, type Cascade, type RuntimeOptions } from '@sluice/core';
import type { LoadedSettings } from '@sluice/settings';
import { concurrencyFromEnvironment } from './concurrency-from-environment.ts';

type EngineSettings = Pick<RuntimeOptions, 'maxConcurrency' | 'cascade' | 'messageBudget' | 'resultLimits'>;

const CASCADES: readonly Cascade[] = ['effects', 'all-shell', 'none'];

/** Engine options that settings and the environment give; the options of a program stand above them. */
export function engineSettings(
  { setting }: Pick<LoadedSettings, 'setting'>,
  env: Readonly<Record<string, string | undefined>>,
  warn: (text: string) => void,
): EngineSettings {
  const cascade = setting('cascade')?.value;
  return {
    maxConcurrency:
      numberOf(setting('maxToolUseConcurrency')?.value) ?? concurrencyFromEnvironment(env, warn),
    cascade: CASCADES.find((word) => word === cascade),
    messageBudget: numberOf(setting('messageBudget')?.value),
    resultLimits: limitsOf(setting('resultLimits')?.value),
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

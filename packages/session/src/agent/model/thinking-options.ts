import { present } from '@sluice/base';
import type { ThinkingEffort, ThinkingOptions } from '@sluice/core';

export const EFFORTS = ['low', 'medium', 'high', 'xhigh', 'max'] as const satisfies readonly ThinkingEffort[];

/** The smallest budget that a model accepts. */
const LEAST_TOKENS = 1024;

interface Told {
  /** From the command line; already validated. */
  readonly option: ThinkingEffort | undefined;
  /** From the command line; already validated. */
  readonly tokens?: number | 'adaptive' | undefined;
  readonly display?: ThinkingOptions['display'];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `effortLevel` of the settings. */
  readonly setting: unknown;
  readonly warn: (text: string) => void;
}

/**
 * How much the model should think, in order of precedence: the option, the environment, the settings.
 * Undefined: not set.
 */
export function thinkingOptions({
  option,
  tokens,
  display,
  env,
  setting,
  warn,
}: Told): ThinkingOptions | undefined {
  const effort =
    option ??
    effortIn('SLUICE_EFFORT', env['SLUICE_EFFORT'], warn) ??
    effortIn('CLAUDE_CODE_EFFORT_LEVEL', env['CLAUDE_CODE_EFFORT_LEVEL'], warn) ??
    effortIn('The setting "effortLevel"', setting, warn);
  if (tokens === 'adaptive') return { effort, ...present({ display }) };
  const maxTokens =
    tokens === undefined
      ? tokensIn(env['MAX_THINKING_TOKENS'], warn)
      : tokens > 0
        ? Math.max(tokens, LEAST_TOKENS)
        : 0;
  if (effort === undefined && maxTokens === undefined) return undefined;
  return { effort, maxTokens, ...present({ display }) };
}

function effortIn(source: string, value: unknown, warn: Told['warn']): ThinkingEffort | undefined {
  if (value === undefined || value === '') return undefined;
  const effort = EFFORTS.find((word) => word === value);
  if (effort === undefined)
    warn(`${source} is ignored: expected ${EFFORTS.join(', ')}, got ${JSON.stringify(value).slice(0, 80)}`);
  return effort;
}

function tokensIn(text: string | undefined, warn: Told['warn']): number | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  const value = /^\d{1,9}$/.test(text.trim()) ? Number(text) : -1;
  if (value === 0 || value >= LEAST_TOKENS) return value;
  warn(
    `MAX_THINKING_TOKENS is ignored: expected 0, or a whole number of at least ${LEAST_TOKENS}, got ${JSON.stringify(text.slice(0, 80))}`,
  );
  return undefined;
}

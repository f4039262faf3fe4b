import { MAX_TIMER_MS } from '@sluice/base';
import type { VariableWarning } from './variable-warning.ts';

/** Limits of the Bash tool, from its variables. When a command is killed, and how much it may write, is in `end-limits.ts` of `packages/process`. */
export interface BashLimits {
  /** Default timeout in milliseconds. */
  readonly defaultTimeoutMs: number;
  /** Milliseconds; longer requests are lowered to it. Never below the default. */
  readonly maxTimeoutMs: number;
  /** Default timeout of background commands in milliseconds. */
  readonly defaultBackgroundMs: number;
  /** Milliseconds; longer requests are lowered to it. */
  readonly maxBackgroundMs: number;
  /** UTF-16 units of output that are returned in full. */
  readonly maxOutputChars: number;
  readonly warnings: readonly VariableWarning[];
}

const DEFAULT_TIMEOUT_MS = 120_000;
const MAX_TIMEOUT_MS = 600_000;
const DEFAULT_BACKGROUND_MS = 1_800_000;
const MAX_BACKGROUND_MS = 7_200_000;
const OUTPUT_CEILING = 150_000;

/**
 * Reads `BASH_DEFAULT_TIMEOUT_MS` (120,000), `BASH_MAX_TIMEOUT_MS` (600,000) and `BASH_MAX_OUTPUT_LENGTH` (30,000, at most 150,000),
 * which `chosenOutputChars` overrides. An invalid value leaves the default.
 *
 * @throws RangeError if `chosenOutputChars` is invalid
 */
export function readBashLimits(
  env: Readonly<Record<string, string | undefined>>,
  chosenOutputChars?: number,
): BashLimits {
  if (chosenOutputChars !== undefined && !isOutputLength(chosenOutputChars)) {
    throw new RangeError(
      `maxOutputChars must be a whole number from 1 to ${OUTPUT_CEILING}; got ${chosenOutputChars}.`,
    );
  }
  const warnings: VariableWarning[] = [];
  const read = (name: string, fallback: number, ceiling: number): number => {
    const text = env[name]?.trim() ?? '';
    if (text === '') return fallback;
    const value = /^\d+$/.test(text) ? Number(text) : 0;
    if (value >= 1 && value <= ceiling) return value;
    const why = `${JSON.stringify(text)} is not a whole number from 1 to ${ceiling}; ${fallback} is used.`;
    warnings.push({ variable: name, text: `${name} is ignored: ${why}` });
    return fallback;
  };
  const defaultTimeoutMs = read('BASH_DEFAULT_TIMEOUT_MS', DEFAULT_TIMEOUT_MS, MAX_TIMER_MS);
  const maxTimeoutMs = Math.max(read('BASH_MAX_TIMEOUT_MS', MAX_TIMEOUT_MS, MAX_TIMER_MS), defaultTimeoutMs);
  const maxOutputChars = chosenOutputChars ?? read('BASH_MAX_OUTPUT_LENGTH', 30_000, OUTPUT_CEILING);
  return {
    defaultTimeoutMs,
    maxTimeoutMs,
    defaultBackgroundMs: DEFAULT_BACKGROUND_MS,
    maxBackgroundMs: MAX_BACKGROUND_MS,
    maxOutputChars,
    warnings,
  };
}

/** Whether no variable has changed the timeouts. */
export function hasUsualTimes({ defaultTimeoutMs, maxTimeoutMs }: BashLimits): boolean {
  return defaultTimeoutMs === DEFAULT_TIMEOUT_MS && maxTimeoutMs === MAX_TIMEOUT_MS;
}

function isOutputLength(value: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= OUTPUT_CEILING;
}

import { isJsonObject, type JsonObject } from '@sluice/core';
import { ownList, ownText } from '../stream/own-value.ts';

/** Pairs of headers: what remains, and when the limit resets. */
const LIMITS = ['requests', 'tokens'].map((what) => ({
  remaining: `x-ratelimit-remaining-${what}`,
  reset: `x-ratelimit-reset-${what}`,
}));

/**
 * How many milliseconds the server asks to wait; undefined if it does not say. Precedence: `retry-after-ms`,
 * `retry-after` (seconds or a date), the delay in Gemini's error, then exhausted limits.
 */
export function retryAfterMs(
  header: (name: string) => string | undefined,
  error: JsonObject,
  now: number,
): number | undefined {
  return (
    milliseconds(header('retry-after-ms'), 1) ??
    milliseconds(header('retry-after'), 1000) ??
    untilDate(header('retry-after'), now) ??
    retryInfo(error) ??
    usedUpLimit(header) ??
    untilEpoch(header('x-ratelimit-reset'), now)
  );
}

function milliseconds(text: string | undefined, unit: number): number | undefined {
  const value = text === undefined || text.trim() === '' ? NaN : Number(text);
  return Number.isFinite(value) && value >= 0 ? Math.ceil(value * unit) : undefined;
}

function untilDate(text: string | undefined, now: number): number | undefined {
  // Some parsers accept anything with a digit as a date; HTTP dates begin with the day of the week.
  const isDate = text !== undefined && /^[A-Z][a-z]{2,8},? /.test(text);
  const time = isDate ? Date.parse(text) : NaN;
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}

/**
 * Seconds or milliseconds since the Unix epoch, or seconds from now, depending on the server; told apart by
 * size.
 */
function untilEpoch(text: string | undefined, now: number): number | undefined {
  const value = milliseconds(text, 1);
  if (value === undefined) return undefined;
  if (value > 1e11) return Math.max(0, value - now);
  return value > 1e8 ? Math.max(0, value * 1000 - now) : value * 1000;
}

function retryInfo(error: JsonObject): number | undefined {
  const details = ownList(error, 'details').filter(isJsonObject);
  const info = details.find((detail) => ownText(detail, '@type')?.endsWith('google.rpc.RetryInfo'));
  return info && durationMs(ownText(info, 'retryDelay'));
}

function usedUpLimit(header: (name: string) => string | undefined): number | undefined {
  const waits = LIMITS.filter(({ remaining }) => header(remaining)?.trim() === '0')
    .map(({ reset }) => durationMs(header(reset)))
    .filter((wait) => wait !== undefined);
  return waits.length === 0 ? undefined : Math.max(...waits);
}

const UNITS: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

/** `1h2m3.5s`, `20ms`, `34s`. */
export function durationMs(text: string | undefined): number | undefined {
  if (text === undefined || text.length > 40) return undefined;
  const parts = [...text.trim().matchAll(/(\d{1,12}(?:\.\d{1,12})?)(ms|s|m|h|d)/g)];
  if (parts.length === 0 || parts.map(([whole]) => whole).join('') !== text.trim()) return undefined;
  const total = parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNITS.get(unit ?? '') ?? 0), 0);
  return Math.ceil(total);
}

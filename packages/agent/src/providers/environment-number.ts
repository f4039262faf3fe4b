import type { Environment } from '../http/proxy-for.ts';

/**
 * The integer value of the first of these variables that is set. Invalid values and values below `least` are
 * ignored with a warning.
 */
export function environmentNumber(
  env: Environment,
  names: readonly string[],
  least: 0 | 1,
  warn: (text: string) => void,
): number | undefined {
  for (const name of names) {
    const text = env[name];
    if (text === undefined || text === '') continue;
    const value = /^\d+$/.test(text.trim()) ? Number(text) : -1;
    if (Number.isSafeInteger(value) && value >= least) return value;
    const expected = least === 0 ? 'a whole number, 0 or more' : 'a positive whole number';
    warn(`${name} is ignored: expected ${expected}, got ${JSON.stringify(text.slice(0, 80))}`);
  }
  return undefined;
}

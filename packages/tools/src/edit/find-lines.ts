import type { Budget } from './search-budget.ts';

/**
 * Index of the first line at which `wanted` occurs in `lines` as text would: its first line at the end of one, the middle ones whole, its
 * last at the start of one. -1 if it doesn't, or the budget is used up.
 */
export function findLines(lines: readonly string[], wanted: readonly string[], budget: Budget): number {
  if (wanted.every((line) => line === '')) return -1;
  for (let start = 0; start + wanted.length <= lines.length; start++) {
    const found = standsAt(lines, wanted, start, budget);
    if (found !== false) return found === 'unknown' ? -1 : start;
  }
  return -1;
}

function standsAt(
  lines: readonly string[],
  wanted: readonly string[],
  start: number,
  budget: Budget,
): boolean | 'unknown' {
  const last = wanted.length - 1;
  for (const [index, line] of wanted.entries()) {
    const found = lines[start + index] ?? '';
    if (!budget.spend(found)) return 'unknown';
    if (!fits(found, line, index === 0, index === last)) return false;
  }
  return true;
}

function fits(found: string, line: string, isFirst: boolean, isLast: boolean): boolean {
  if (isFirst) return isLast ? found.includes(line) : found.endsWith(line);
  return isLast ? found.startsWith(line) : found === line;
}

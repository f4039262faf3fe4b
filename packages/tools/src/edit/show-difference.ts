import { countOf } from '../files/text/format.ts';

/** Maximum number of lines, characters per line, and lines before the first difference. */
const SHOWN_LINES = 6;
const SHOWN_LENGTH = 200;
const SHOWN_BEFORE = 2;

/**
 * Shows the file against old_string line by line, from shortly before the first difference. Lines are JSON strings, so that tabs,
 * carriage returns and trailing spaces are visible. `isSame`: whether two lines are equal where it matters; the second one has this index
 * in `wanted`.
 */
export function showDifference(
  found: readonly (string | undefined)[],
  wanted: readonly string[],
  isSame: (found: string, wanted: string, index: number) => boolean,
): string {
  const differs = wanted.findIndex((line, index) => {
    const there = found[index];
    return there === undefined || !isSame(there, line, index);
  });
  const from = Math.max(0, differs - SHOWN_BEFORE);
  const until = Math.min(wanted.length, from + SHOWN_LINES);
  const shown: string[] = [];
  for (let index = from; index < until; index++) {
    const [there, line] = [found[index], wanted[index] ?? ''];
    if (there !== undefined && isSame(there, line, index)) shown.push(`  ${shorten(there)}`);
    else {
      if (there !== undefined) shown.push(`- ${shorten(there, line)}`);
      shown.push(`+ ${shorten(line, there)}`);
    }
  }
  const more = wanted.length - until;
  const rest = more > 0 ? `\n(and ${countOf(more, 'line')} more)` : '';
  return `There the file has (-) where old_string has (+):\n${shown.join('\n')}${rest}`;
}

/** The part of a long line in which it differs from `other`. */
export function shorten(line: string, other?: string): string {
  if (line.length <= SHOWN_LENGTH) return JSON.stringify(line);
  const from = other === undefined ? 0 : Math.max(0, firstDifference(line, other) - SHOWN_LENGTH / 2);
  const part = line.slice(from, from + SHOWN_LENGTH).toWellFormed();
  const end = from + SHOWN_LENGTH < line.length ? '…' : '';
  return `${from > 0 ? '…' : ''}${JSON.stringify(part)}${end}`;
}

function firstDifference(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index++) if (one[index] !== other[index]) return index;
  return length;
}

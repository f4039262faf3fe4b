import { createBudget, type Budget } from './search-budget.ts';
import { findLines } from './find-lines.ts';
import { LINE_VARIANTS } from './line-variants.ts';
import { nearestLines } from './nearest-lines.ts';
import { showDifference } from './show-difference.ts';

/** A shorter new text may be in the file by chance. */
const TELLING_LENGTH = 8;

/**
 * Tells the model why `oldString` is not in `text` (a part of the file after `linesBefore` lines), where something similar is, and what
 * to do. The work is bounded by the size of the texts, however similar their lines are.
 */
export function explainNoMatch(text: string, oldString: string, newString: string, linesBefore = 0): string {
  const lines = text.split('\n');
  const wanted = oldString.split('\n');
  return (
    lineNumbersText(text, oldString) ??
    alreadyAppliedText(text, newString, linesBefore) ??
    variantText(lines, wanted, linesBefore) ??
    nearestText(lines, wanted, linesBefore, createBudget()) ??
    'Nothing like its first line is in the file. Read the file again and copy the text from there.'
  );
}

function lineNumbersText(text: string, oldString: string): string | undefined {
  const stripped = oldString.replace(/^ *\d+\t/gm, '');
  if (stripped === oldString || stripped === '' || !withLf(text).includes(withLf(stripped))) return undefined;
  return 'It begins its lines with the line numbers that Read shows. Leave out each number and the tab after it.';
}

function alreadyAppliedText(text: string, newString: string, linesBefore: number): string | undefined {
  if (newString.trim().length < TELLING_LENGTH) return undefined;
  const plain = withLf(text);
  const found = plain.indexOf(withLf(newString));
  if (found === -1) return undefined;
  const line = linesBefore + plain.slice(0, found).split('\n').length;
  return `new_string, however, is already there, at line ${line}: the edit seems to have been made before.`;
}

function variantText(
  lines: readonly string[],
  wanted: readonly string[],
  linesBefore: number,
): string | undefined {
  for (const { difference, normalize } of LINE_VARIANTS) {
    const start = findLines(lines.map(normalize), wanted.map(normalize), createBudget());
    if (start === -1) continue;
    const there = lines.slice(start, start + wanted.length);
    const shown = showDifference(there, wanted, isSameOf(wanted.length));
    return `The text at line ${linesBefore + start + 1} differs only in ${difference}. ${shown}`;
  }
  return undefined;
}

/** As for an exact match: the first line may match the end of a line, and the last one the start. */
function isSameOf(count: number): (found: string, line: string, index: number) => boolean {
  return (found, line, index) => {
    const [isFirst, isLast] = [index === 0, index === count - 1];
    if (isFirst && isLast) return found.includes(line);
    if (isFirst) return found.endsWith(line);
    return isLast ? found.startsWith(line) : found === line;
  };
}

function nearestText(
  lines: readonly string[],
  wanted: readonly string[],
  linesBefore: number,
  budget: Budget,
): string | undefined {
  const place = nearestLines(lines, wanted, budget);
  if (place === undefined) return undefined;
  const { line, from, length } = place;
  const part =
    length === 1
      ? `Line ${from + 1} of old_string is`
      : `Lines ${from + 1} to ${from + length} of old_string are`;
  const differs = from + length === wanted.length ? 'the text before differs' : 'the next line differs';
  const there = wanted.map((_, index) => lines[line - from + index]);
  const shown = showDifference(there, wanted, (found, other) => found.trim() === other.trim());
  return `${part} at line ${linesBefore + line + 1} of the file; ${differs}. ${shown}`;
}

function withLf(text: string): string {
  return text.includes('\r') ? text.replaceAll('\r\n', '\n') : text;
}

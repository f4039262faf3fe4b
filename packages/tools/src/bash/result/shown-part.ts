import type { ShownPart } from '../../read/record-read.ts';

/**
 * Which part of a file a command has shown, told by what it printed, whatever its options were meant to do. Undefined:
 * nothing that counts as read.
 * @param words the command's, of one program on one file
 */
export function shownPart(
  [name = '', ...options]: readonly string[],
  output: string,
  content: string,
): ShownPart | undefined {
  const [printed, lines] = [linesOf(output), linesOf(content)];
  if (isAll(printed, lines)) return { isPartial: false, range: rangeOf(1, lines.length, lines.length) };
  if (printed.length === 0) return undefined;
  const first = firstLine(name, options, printed.length, lines.length);
  if (first !== undefined && isSame(printed, lines.slice(first - 1, first - 1 + printed.length)))
    return { isPartial: true, range: rangeOf(first, printed.length, lines.length) };
  return SHOWS_LINES.has(name) && showsSome(printed, lines) ? { isPartial: true } : undefined;
}

/** Programs that show some lines of a file as they are, or after their numbers. */
const SHOWS_LINES = new Set('head tail sed grep rg'.split(' '));

/** The last line need not be ended. */
function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

function rangeOf(offset: number, limit: number, total: number) {
  return { offset, limit, total };
}

/** Each line as it is, or all after numbers. */
function isAll(printed: readonly string[], lines: readonly string[]): boolean {
  return isSame(printed, lines) || (printed.length === lines.length && areNumbered(printed, lines));
}

function isSame(printed: readonly string[], lines: readonly string[]): boolean {
  return printed.length === lines.length && printed.every((line, index) => line === lines[index]);
}

/** As `cat -n`, `nl` and `bat -n` number them; `nl` gives blank lines blanks. */
const NUMBER = /^ *\d+[\t ]$/;
const BLANKS = /^ *$/;

function areNumbered(printed: readonly string[], lines: readonly string[]): boolean {
  return printed.every((line, index) => {
    const text = lines[index] ?? '';
    const before = line.slice(0, line.length - text.length);
    return line.endsWith(text) && (NUMBER.test(before) || (text === '' && BLANKS.test(before)));
  });
}

/** Where a run of so many lines begins, counted from 1, by what the program does. */
function firstLine(
  name: string,
  options: readonly string[],
  count: number,
  total: number,
): number | undefined {
  if (name === 'head') return 1;
  if (name === 'tail') return Math.max(1, total - count + 1);
  const place = name === 'sed' ? /^(\d{1,9})(?:,(?:\d{1,9}|\$))?p$/.exec(options[1] ?? '')?.[1] : undefined;
  return place === undefined ? undefined : Math.max(1, Number(place));
}

function showsSome(printed: readonly string[], lines: readonly string[]): boolean {
  const known = new Set(lines);
  return printed.some((line) => known.has(line) || known.has(line.replace(/^\d{1,9}[:-]/, '')));
}

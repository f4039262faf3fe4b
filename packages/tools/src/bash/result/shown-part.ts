import type { ShownPart } from '../../read/record-read.ts';

/**
 * Which part of a file a command printed, judged by its output and not by its options. Undefined if it isn't treated as a read. @param
 * words of one program on one file
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

/** Programs that print lines of a file unchanged, or after their numbers. */
const SHOWS_LINES = new Set('head tail sed grep rg'.split(' '));

/** The last line may lack a newline. */
function linesOf(text: string): readonly string[] {
  if (text === '') return [];
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');
}

function rangeOf(offset: number, limit: number, total: number) {
  return { offset, limit, total };
}

/** All lines unchanged, or all after numbers. */
function isAll(printed: readonly string[], lines: readonly string[]): boolean {
  return isSame(printed, lines) || (printed.length === lines.length && areNumbered(printed, lines));
}

function isSame(printed: readonly string[], lines: readonly string[]): boolean {
  return printed.length === lines.length && printed.every((line, index) => line === lines[index]);
}

/** The numbering of `cat -n`, `nl` and `bat -n`; `nl` prints spaces for blank lines. */
const NUMBER = /^ *\d+[\t ]$/;
const BLANKS = /^ *$/;

function areNumbered(printed: readonly string[], lines: readonly string[]): boolean {
  return printed.every((line, index) => {
    const text = lines[index] ?? '';
    const before = line.slice(0, line.length - text.length);
    return line.endsWith(text) && (NUMBER.test(before) || (text === '' && BLANKS.test(before)));
  });
}

/** The line, starting at 1, at which this many printed lines begin, depending on the program. */
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

import type { Argument } from '../argument.ts';
import { options, setOf, skipOptions, type GivenOption } from './options.ts';

/** GNU's and BSD's. Of the long ones, those with a short form for which the value is optional never take the next word. */
const OPTIONS = options(
  '-0 --null -r --no-run-if-empty -t --verbose -x --exit -p --interactive -o --open-tty --show-limits --help --version',
  '-n --max-args -P --max-procs -L -s --max-chars -d --delimiter -E -a --arg-file -I -J -R --process-slot-var',
  '-e --eof -i --replace -l --max-lines',
);

const REPLACING = setOf('-i -I -J --replace');

/** Where one of these follows, nothing is replaced, and the words are added at the end. */
const COUNTING = setOf('-n --max-args -L -l --max-lines');

const DELIMITING = setOf('-0 --null -d --delimiter');

/** More words of a list that the line gives aren't looked at one by one. */
const MAX_WORDS = 100;
const MAX_RUNS = 20;

/** What the options of `xargs` say. */
export interface XargsOptions {
  /** Index of the command's first word. */
  readonly next: number;
  readonly given: readonly GivenOption[];
  /** The placeholder for a line of the list, as given to `-I`. Undefined: there is none; empty: it is not known. */
  readonly replaced: string | undefined;
  /** The words of the list are added at the end. */
  readonly isAdded: boolean;
  /** The file that holds the list. Undefined: its input does. */
  readonly listFile: { readonly name: string | undefined } | undefined;
}

/** Undefined: an option is not listed or not known. */
export function readXargs(words: readonly Argument[], start: number): XargsOptions | undefined {
  const skipped = skipOptions(words, start, OPTIONS);
  if (skipped === undefined) return undefined;
  const { next, given } = skipped;
  const replaced = replacedText(given);
  const isAdded = replaced === undefined || given.some(({ name }) => COUNTING.has(name));
  const file = given.findLast(({ name }) => name === '-a' || name === '--arg-file');
  const name = typeof file?.value === 'string' ? file.value : undefined;
  return { next, given, replaced, isAdded, listFile: file && { name } };
}

/** The words of a list all at once, and as many at a time as an option says. */
export function groupsOfList(text: string, given: readonly GivenOption[]): readonly (readonly string[])[] {
  const words = wordsOf(text, given);
  if (words.length === 0) return [];
  const counts = given.flatMap(({ name, value }) =>
    COUNTING.has(name) && typeof value === 'string' && Number(value) > 0 ? [Number(value)] : [],
  );
  const sizes = new Set([words.length, ...counts.filter((count) => count < words.length)]);
  return [...sizes].flatMap((size) =>
    Array.from({ length: Math.min(MAX_RUNS, Math.ceil(words.length / size)) }, (_, run) =>
      words.slice(run * size, (run + 1) * size),
    ),
  );
}

/** The lines of a list, without the blanks at their beginning, or what another character separates. */
export function linesOfList(text: string, given: readonly GivenOption[]): readonly string[] {
  const { isQuoted, end } = delimiterOf(given);
  const lines = text.split(end ?? /[\n\0]/u);
  return (isQuoted ? lines.map((line) => line.trimStart()) : lines)
    .filter((line) => line !== '')
    .slice(0, MAX_RUNS);
}

/** Undefined: the end of a line or the character 0, which are written in several ways. */
function delimiterOf(given: readonly GivenOption[]): {
  readonly isQuoted: boolean;
  readonly end: string | undefined;
} {
  const delimiter = given.findLast(({ name }) => DELIMITING.has(name));
  const end = typeof delimiter?.value === 'string' ? delimiter.value : undefined;
  const isOther = end?.length === 1 && end !== '\n';
  return { isQuoted: delimiter === undefined, end: isOther ? end : undefined };
}

/** Quotes and backslashes hold blanks together, unless the words end otherwise. */
function wordsOf(text: string, given: readonly GivenOption[]): readonly string[] {
  const { isQuoted, end } = delimiterOf(given);
  const words = isQuoted
    ? (text.match(/(?:\\[^]|"[^"\n]*"|'[^'\n]*'|[^\s"'\\])+/gu) ?? []).map(withoutQuotes)
    : text.split(end ?? /[\n\0]|\\[n0]/u);
  return words.filter((word) => word !== '').slice(0, MAX_WORDS);
}

function withoutQuotes(word: string): string {
  return word.replaceAll(/\\([^])|"([^"]*)"|'([^']*)'/gu, (_, ...[escaped, double, single]: string[]) =>
    [escaped, double, single].join(''),
  );
}

/** Undefined: nothing is replaced; empty: what is replaced is not known. */
function replacedText(given: readonly GivenOption[]): string | undefined {
  const replacing = given.filter(({ name }) => REPLACING.has(name));
  const [only, ...others] = replacing;
  if (only === undefined) return undefined;
  if (others.length > 0) return '';
  const isOptional = only.name === '-i' || only.name === '--replace';
  if (isOptional && only.value === undefined) return '{}';
  return typeof only.value === 'string' ? only.value : '';
}

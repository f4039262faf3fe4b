import type { Argument } from './argument.ts';
import { isOneWord } from './is-one-word.ts';
import { knownWord } from './known-word.ts';
import type { Arguments, FileValue, Option, ParsedArguments, Positional, Row } from './row.ts';

/** How the options of a program are read. */
export type OptionRow = Pick<Row, 'options' | 'syntax' | 'order'>;

/** Arguments with what the row doesn't know of them. */
export interface LooseArguments extends ParsedArguments {
  /** The words of options that the row doesn't list. */
  readonly unlisted: readonly string[];
}

/**
 * Parses the arguments from `start` on for deny rules: nothing is rejected. An option that the row doesn't list is a
 * flag, so that the word after it is a positional rather than lost.
 */
export function parseLoosely(row: OptionRow, argv: Arguments, start: number): LooseArguments {
  const given = new Map<string, (string | undefined)[]>();
  const sequence: string[] = [];
  const positionals: Positional[] = [];
  const fileValues: FileValue[] = [];
  const unlisted: string[] = [];
  let index = start;
  let isAfterSeparator = false;

  const note = (option: Option, value: Argument, at: number): void => {
    const name = option.names[0] ?? '';
    const text = knownWord(value);
    given.set(name, [...(given.get(name) ?? []), text]);
    if (option.kind !== 'file' && option.kind !== 'tree' && option.kind !== 'entry') return;
    const access = option.kind === 'entry' ? 'list' : 'read';
    fileValues.push({ value: text, index: at, isRecursive: option.kind === 'tree', access, option: name });
  };
  const take = (option: Option, attached: Attached | undefined, at: number): void => {
    sequence.push(option.names[0] ?? '');
    if (attached !== undefined) note(option, attached.value, at);
    else if (option.valueCount > 0 && index < argv.length) {
      index += option.valueCount;
      note(option, argv[index - 1], index - 1);
    } else if (!given.has(option.names[0] ?? '')) given.set(option.names[0] ?? '', []);
  };

  while (index < argv.length) {
    const word = argv[index];
    const at = index;
    index += 1;
    const begins = typeof word === 'string' ? word : (word?.prefix ?? '');
    const hasEnded = isAfterSeparator || (row.order === 'options-first' && positionals.length > 0);
    if (hasEnded || begins === '-' || !begins.startsWith('-')) {
      const value = knownWord(word);
      positionals.push({ value, prefix: begins, index: at, isOne: isOneWord(word), isAfterSeparator });
      continue;
    }
    if (word === '--') isAfterSeparator = true;
    else {
      const found = optionsOf(row, word, begins);
      if (!found.areListed) unlisted.push(begins);
      for (const { option, attached } of found.options) take(option, attached, at);
    }
  }
  return { given, sequence, positionals, fileValues, unlisted };
}

/** The value in the word of its option; all of it may be unknown. */
interface Attached {
  readonly value: Argument;
}

interface LooseOption {
  readonly option: Option;
  readonly attached: Attached | undefined;
}

interface FoundOptions {
  readonly options: readonly LooseOption[];
  /** The row lists every option in the word. */
  readonly areListed: boolean;
}

function optionsOf(row: OptionRow, word: Argument, begins: string): FoundOptions {
  const rest = (from: number): Attached => ({
    value:
      typeof word === 'string' ? begins.slice(from) : { prefix: begins.slice(from), isOne: isOneWord(word) },
  });
  const isWhole = typeof word === 'string';
  if (row.syntax === 'words' || begins.startsWith('--')) {
    const equals = begins.indexOf('=');
    const name = equals === -1 ? begins : begins.slice(0, equals);
    const none = isWhole ? undefined : { value: undefined };
    const attached = equals === -1 ? none : rest(equals + 1);
    const options = named(row, name).map((option) => ({ option, attached }));
    return { options, areListed: options.length > 0 };
  }
  const long = row.options
    .flatMap((option) => option.names.map((name) => ({ option, name })))
    .filter(({ name }) => name.length > 2 && !name.startsWith('--') && begins.startsWith(name))
    .toSorted((left, right) => right.name.length - left.name.length)[0];
  // `-MF x` and `-MFx` of compilers are not bundles of letters.
  if (row.syntax === 'exact' && long !== undefined) {
    const isWhole = begins.length === long.name.length;
    const attached =
      isWhole || long.option.valueCount === 0
        ? undefined
        : rest(long.name.length + (begins.charAt(long.name.length) === '=' ? 1 : 0));
    return { options: [{ option: long.option, attached }], areListed: true };
  }
  const found: LooseOption[] = [];
  let areListed = true;
  for (let at = 1; at < begins.length; at += 1) {
    const letter = `-${begins.charAt(at)}`;
    const option = row.options.find(({ names }) => names.includes(letter));
    if (option === undefined) {
      areListed = false;
      continue;
    }
    const takesValue = option.valueCount > 0 || option.kind === 'optional';
    const isLast = at === begins.length - 1 && isWhole;
    const isSeparate = row.syntax === 'separate';
    found.push({ option, attached: takesValue && !isLast && !isSeparate ? rest(at + 1) : undefined });
    if (takesValue && !isSeparate) return { options: found, areListed };
  }
  return { options: found, areListed };
}

/** The option of this name, or all whose names begin so. */
function named(row: OptionRow, name: string): readonly Option[] {
  const exact = row.options.find(({ names }) => names.includes(name));
  if (exact !== undefined) return [exact];
  if (row.syntax !== 'gnu' || name.length < 3) return [];
  return row.options.filter(({ names }) => names.some((one) => one.startsWith(name)));
}

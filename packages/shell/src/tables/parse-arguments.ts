import type { Argument, PartialArgument } from './argument.ts';
import { isOneWord } from './is-one-word.ts';
import { knownWord } from './known-word.ts';
import type { Arguments, Option, ParsedArguments, FileValue, Positional, Row } from './row.ts';
import { shownWord } from './shown-word.ts';

export type ParseResult =
  | { readonly status: 'parsed'; readonly parsed: ParsedArguments }
  | { readonly status: 'sub-command'; readonly row: Row; readonly next: number }
  | { readonly status: 'refused'; readonly why: string };

/** Reads the arguments from `start` on as the row's program would, and refuses whatever the row doesn't list. */
export function parseArguments(row: Row, argv: Arguments, start: number): ParseResult {
  const given = new Map<string, (string | undefined)[]>();
  const sequence: string[] = [];
  const positionals: Positional[] = [];
  const fileValues: FileValue[] = [];
  let index = start;
  let hasEnded = false;
  let isAfterSeparator = false;

  const take: Take = (option, ...attached) => {
    const name = option.names[0] ?? '';
    if (option.kind === 'refused') return `${name} is not an option that only reads`;
    const taken = [...attached];
    while (taken.length < option.valueCount) {
      if (option.kind === 'trailing' && index === argv.length) break;
      const next = argv[index];
      if (!isOneWord(next)) return `the value of ${name} is not known`;
      if (row.refusesDashedValues && mayBeOption(next)) return `the value of ${name} may be an option`;
      taken.push(knownWord(next));
      index += 1;
    }
    for (const [place, value] of taken.entries()) {
      if (option.accepts !== undefined && (value === undefined || !option.accepts.test(value)))
        return `${name} ${shownWord(value)} is not known to be read-only`;
      const isPath = option.kind === 'file' || option.kind === 'tree' || option.kind === 'entry';
      if (isPath && place === taken.length - 1) {
        const access = option.kind === 'entry' ? 'list' : 'read';
        fileValues.push({
          value,
          index: index - 1,
          isRecursive: option.kind === 'tree',
          access,
          option: name,
        });
      }
    }
    sequence.push(name);
    given.set(name, [...(given.get(name) ?? []), ...taken]);
    return undefined;
  };

  while (index < argv.length) {
    const word = argv[index];
    const at = index;
    index += 1;
    if (typeof word !== 'string') {
      if (row.subcommands !== undefined) return refuse('a sub-command that is not known');
      const option = isAfterSeparator ? undefined : findAttaching(row, word);
      if (option !== undefined) {
        const why = take(option, undefined);
        if (why !== undefined) return refuse(why);
        continue;
      }
      const isPositional: boolean =
        isAfterSeparator || (hasEnded && row.order === 'options-first') || !mayBeOption(word);
      const isAnything = word === undefined || word.prefix === '';
      if (!isPositional && !(row.acceptsUnknownWords && isAnything)) {
        return refuse('an unknown word may be an option');
      }
      positionals.push({
        value: undefined,
        prefix: word?.prefix ?? '',
        index: at,
        isOne: isPositional && isOneWord(word),
        isAfterSeparator,
      });
      hasEnded ||= isPositional && row.order !== 'permuted';
      continue;
    }
    if (hasEnded || !word.startsWith('-') || word === '-') {
      if (hasEnded && !isAfterSeparator && row.order === 'strict' && word.startsWith('-') && word !== '-') {
        return refuse(`${word} after a positional is not read alike everywhere`);
      }
      if (row.subcommands !== undefined) {
        const found = row.subcommands.get(word);
        return found === undefined
          ? refuse(`${row.name} ${shownWord(word)} is not known to be read-only`)
          : { status: 'sub-command', row: found, next: index };
      }
      positionals.push({ value: word, prefix: word, index: at, isOne: true, isAfterSeparator });
      hasEnded ||= row.order !== 'permuted';
      continue;
    }
    // Where each option is a word of its own, `--` may be one: unzip then undoes the option after it.
    if (word === '--' && row.syntax !== 'words') {
      hasEnded = true;
      isAfterSeparator = true;
      continue;
    }
    if (row.hasNumberOption && /^-\d+$/.test(word)) continue;
    const why = parseOption(row, word, take);
    if (why !== undefined) return refuse(why);
  }
  return { status: 'parsed', parsed: { given, sequence, positionals, fileValues } };
}

/** Attached: the value in the same word, if there is one; undefined if unknown. Returns why not. */
type Take = (option: Option, ...attached: readonly (string | undefined)[]) => string | undefined;

/** The option of a word such as `--include=*.ts`: it may become several, each of them the same option. */
function findAttaching(row: Row, word: PartialArgument | undefined): Option | undefined {
  const equals = word?.prefix.indexOf('=') ?? -1;
  if (word === undefined || equals === -1 || !word.prefix.startsWith('--') || row.syntax === 'words') {
    return undefined;
  }
  const option = findExact(row, word.prefix.slice(0, equals));
  // A path must be distinguishable from the name of its option.
  return option?.kind === 'value' || option?.kind === 'optional' ? option : undefined;
}

function parseOption(row: Row, word: string, take: Take): string | undefined {
  if (row.syntax === 'words') return parseWord(row, word, take);
  if (word.startsWith('--')) return parseLong(row, word, take);
  for (let at = 1; at < word.length; at += 1) {
    const option = findExact(row, `-${word[at]}`);
    if (option === undefined) return `-${word[at]} is not known to be read-only`;
    if (option.kind === 'flag') {
      const why = take(option);
      if (why !== undefined) return why;
      continue;
    }
    const attached = word.slice(at + 1);
    // Some versions take a number in the word of its letter, the others refuse it.
    if (row.syntax === 'separate' && !/^\d*$/u.test(attached))
      return `what follows -${word[at]} in its word are further options of ${row.name}`;
    return attached === '' ? take(option) : take(option, attached);
  }
  return undefined;
}

function parseLong(row: Row, word: string, take: Take): string | undefined {
  const equals = word.indexOf('=');
  const name = equals === -1 ? word : word.slice(0, equals);
  const attached = equals === -1 ? undefined : word.slice(equals + 1);
  const option = findExact(row, name) ?? (row.syntax === 'gnu' ? findAbbreviated(row, name) : undefined);
  if (option === undefined) return `${name} is not known to be read-only`;
  if (option.kind === 'flag' && attached !== undefined) return `${name} takes no value`;
  return attached === undefined ? take(option) : take(option, attached);
}

function parseWord(row: Row, word: string, take: Take): string | undefined {
  const exact = findExact(row, word);
  if (exact !== undefined) return take(exact);
  const numbered = /^(-[a-zA-Z])(\d+)$/.exec(word);
  const option = findExact(row, numbered?.[1] ?? '');
  if (option === undefined || option.kind !== 'value') return `${word} is not known to be read-only`;
  const number = numbered?.[2];
  return number === undefined ? take(option) : take(option, number);
}

function findExact(row: Row, name: string): Option | undefined {
  return row.options.find((option) => option.names.includes(name));
}

function findAbbreviated(row: Row, prefix: string): Option | undefined {
  const found = row.options.filter((option) => option.names.some((name) => name.startsWith(prefix)));
  return prefix.length > 2 && found.length === 1 ? found[0] : undefined;
}

function refuse(why: string): ParseResult {
  return { status: 'refused', why };
}

/** Whether some word that the argument becomes could start with a dash. What is known and what begins otherwise can't. */
function mayBeOption(argument: Argument): boolean {
  if (argument === undefined) return true;
  const start = typeof argument === 'string' ? argument : argument.prefix;
  if (typeof argument !== 'string' && start === '') return argument.isNoOption !== true;
  return start.startsWith('-');
}

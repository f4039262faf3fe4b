import type { Argument } from '../argument.ts';

/** Options that stand before the command in the arguments of a program that runs another. */
export interface RunnerOptions {
  readonly flags: Names;
  /** With a value, attached or separate. */
  readonly values: Names;
  /** With a value that is attached or absent. */
  readonly optionals: Names;
}

export interface Names extends Iterable<string> {
  readonly size: number;
  has(name: string): boolean;
}

export function options(flags: string, values = '', optionals = ''): RunnerOptions {
  return { flags: setOf(flags), values: setOf(values), optionals: setOf(optionals) };
}

/** Names separated by spaces. Most of the rows are never used in a run, so they are split on first use. */
export function setOf(names: string): Names {
  return new ListedNames(names);
}

class ListedNames implements Names {
  readonly #list: string;
  #names: ReadonlySet<string> | undefined;

  constructor(list: string) {
    this.#list = list;
  }

  get size(): number {
    return this.#all().size;
  }

  has(name: string): boolean {
    return this.#all().has(name);
  }

  [Symbol.iterator](): Iterator<string> {
    return this.#all()[Symbol.iterator]();
  }

  #all(): ReadonlySet<string> {
    return (this.#names ??= new Set(this.#list.split(' ').filter((name) => name !== '')));
  }
}

export interface GivenOption {
  readonly name: string;
  /** Index of the word that it stands in. */
  readonly at: number;
  /** Undefined for a flag too. */
  readonly value: Argument;
  /** Index of the word that is its value; undefined where it has none, or one that is attached. */
  readonly valueAt: number | undefined;
}

export interface SkippedOptions {
  /** Index of the first word that is not an option. */
  readonly next: number;
  readonly given: readonly GivenOption[];
}

/** Reads options up to the first other word; undefined where one is not listed or not known. */
export function skipOptions(
  words: readonly Argument[],
  start: number,
  listed: RunnerOptions,
): SkippedOptions | undefined {
  const read = readOptions(words, start, listed);
  return read.isUnlisted ? undefined : read;
}

/** The same, up to an option that is not listed or not known: `next` is its index then. */
export function readOptions(
  words: readonly Argument[],
  start: number,
  listed: RunnerOptions,
): SkippedOptions & { readonly isUnlisted: boolean } {
  const given: GivenOption[] = [];
  let index = start;
  while (index < words.length) {
    const word = words[index];
    if (typeof word !== 'string') {
      if (word === undefined || word.prefix === '' || word.prefix.startsWith('-'))
        return { next: index, given, isUnlisted: true };
      break;
    }
    if (word === '--') return { next: index + 1, given, isUnlisted: false };
    if (!listed.flags.has(word) && (word === '-' || !word.startsWith('-'))) break;
    const at = index;
    index += 1;
    const options = optionsOf(word, listed);
    if (options === undefined) return { next: at, given, isUnlisted: true };
    for (const { name, value, takesNext } of options) {
      given.push(
        takesNext
          ? { name, at, value: words[index], valueAt: index }
          : { name, at, value, valueAt: undefined },
      );
      if (takesNext) index += 1;
    }
  }
  return { next: index, given, isUnlisted: false };
}

interface WordOption {
  readonly name: string;
  readonly value: string | undefined;
  readonly takesNext: boolean;
}

/** The options of one word: a long one, or a bundle of letters. Undefined where one of them is not listed. */
function optionsOf(word: string, listed: RunnerOptions): readonly WordOption[] | undefined {
  if (listed.flags.has(word) || listed.optionals.has(word))
    return [{ name: word, value: undefined, takesNext: false }];
  if (listed.values.has(word)) return [{ name: word, value: undefined, takesNext: true }];
  return word.startsWith('--') ? longOption(word, listed) : letterOptions(word, listed);
}

function longOption(word: string, listed: RunnerOptions): readonly WordOption[] | undefined {
  const equals = word.indexOf('=');
  const name = longName(equals === -1 ? word : word.slice(0, equals), listed);
  if (name === undefined) return undefined;
  const value = equals === -1 ? undefined : word.slice(equals + 1);
  if (listed.flags.has(name) && value !== undefined) return undefined;
  return [{ name, value, takesNext: value === undefined && listed.values.has(name) }];
}

/** The name itself, or the only one of which it is the beginning. */
function longName(start: string, { flags, values, optionals }: RunnerOptions): string | undefined {
  const found: string[] = [];
  for (const name of [...flags, ...values, ...optionals]) {
    if (name === start) return name;
    if (name.startsWith(start)) found.push(name);
  }
  return found.length === 1 ? found[0] : undefined;
}

function letterOptions(
  word: string,
  { flags, values, optionals }: RunnerOptions,
): readonly WordOption[] | undefined {
  const given: WordOption[] = [];
  for (let place = 1; place < word.length; place += 1) {
    const name = `-${word.charAt(place)}`;
    if (flags.has(name)) {
      given.push({ name, value: undefined, takesNext: false });
      continue;
    }
    if (!values.has(name) && !optionals.has(name)) return undefined;
    const attached = word.slice(place + 1);
    const value = attached === '' ? undefined : attached;
    given.push({ name, value, takesNext: value === undefined && values.has(name) });
    break;
  }
  return given;
}

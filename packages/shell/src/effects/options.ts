import type { Argument } from '../tables/argument.ts';

/** Options that stand before the command in the arguments of a program that runs another. */
export interface RunnerOptions {
  readonly flags: ReadonlySet<string>;
  /** With a value, attached or separate. */
  readonly values: ReadonlySet<string>;
}

export function options(flags: string, values = ''): RunnerOptions {
  return { flags: setOf(flags), values: setOf(values) };
}

export function setOf(names: string): ReadonlySet<string> {
  return new Set(names.split(' ').filter((name) => name !== ''));
}

export interface GivenOption {
  readonly name: string;
  /** Undefined for a flag too. */
  readonly value: Argument;
  /** Index of the word that is its value; undefined where it has none, or one that is attached. */
  readonly valueAt: number | undefined;
}

export interface SkippedOptions {
  /** Index of the first word that is no option. */
  readonly next: number;
  readonly given: readonly GivenOption[];
}

/** Reads options up to the first other word; undefined where one is not listed or not known. */
export function skipOptions(
  words: readonly Argument[],
  start: number,
  { flags, values }: RunnerOptions,
): SkippedOptions | undefined {
  const given: GivenOption[] = [];
  let index = start;
  while (index < words.length) {
    const word = words[index];
    if (typeof word !== 'string') {
      if (word === undefined || word.prefix === '' || word.prefix.startsWith('-')) return undefined;
      break;
    }
    if (word === '--') return { next: index + 1, given };
    if (flags.has(word)) {
      given.push({ name: word, value: undefined, valueAt: undefined });
      index += 1;
      continue;
    }
    if (word === '-' || !word.startsWith('-')) break;
    index += 1;
    if (values.has(word)) {
      given.push({ name: word, value: words[index], valueAt: index });
      index += 1;
      continue;
    }
    const equals = word.indexOf('=');
    if (word.startsWith('--')) {
      if (equals === -1 || !values.has(word.slice(0, equals))) return undefined;
      given.push({ name: word.slice(0, equals), value: word.slice(equals + 1), valueAt: undefined });
      continue;
    }
    for (let place = 1; place < word.length; place += 1) {
      const name = `-${word.charAt(place)}`;
      if (flags.has(name)) {
        given.push({ name, value: undefined, valueAt: undefined });
      } else if (values.has(name)) {
        const attached = word.slice(place + 1);
        given.push(
          attached === ''
            ? { name, value: words[index], valueAt: index }
            : { name, value: attached, valueAt: undefined },
        );
        if (attached === '') index += 1;
        break;
      } else return undefined;
    }
  }
  return { next: index, given };
}

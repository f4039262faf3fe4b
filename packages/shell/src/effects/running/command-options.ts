import { textOf, type Item } from '../item/item.ts';
import type { Inner, InnerScript } from './running.ts';
import { scriptOf } from './script-of.ts';

/** Options of a program whose value is a command. */
export interface CommandOptions {
  /** With their dashes; any beginning of one may stand for it. */
  readonly long: readonly string[];
  /** Letters, which may be at the end of others: `-yx`. */
  readonly short: string;
  /** An option of two letters, which may come after others too: `-qTT`. */
  readonly pair?: string;
  /** Matches a command in any word; a group holds its text. */
  readonly inAnyWord?: RegExp;
  /** The commands in the value; undefined: one that isn't known. Default: all of it is one. */
  readonly commandsIn?: (value: string) => readonly (string | undefined)[];
  /** It is started with words that may name files and aren't known. Default false. */
  readonly givesNames?: boolean;
  /** A value is in the word of the option, or there is none. Default false. */
  readonly isAttached?: boolean;
}

/** The commands in the options of a program, however they are spelled. */
export function commandsInOptions(
  {
    long,
    short,
    pair,
    inAnyWord,
    commandsIn = wholeValue,
    isAttached = false,
    givesNames = false,
  }: CommandOptions,
  items: readonly Item[],
): readonly Inner[] {
  const found = (text: string): readonly Inner[] =>
    commandsIn(text).map((command) => ({ ...commandOf(command), isGivenNames: givesNames }));
  return items.flatMap((item, index): readonly Inner[] => {
    // Of an option whose value isn't known, its name may be.
    const word = textOf(item) ?? item.approximation ?? '';
    const [, addressed] = inAnyWord?.exec(word) ?? [];
    if (addressed !== undefined) return [textOf(item) === undefined ? UNKNOWN_COMMAND : commandOf(addressed)];
    const start = pair === undefined ? valueStart(word, long, short) : behindPair(word, pair);
    if (start === undefined) return [];
    if (start < word.length) return textOf(item) === undefined ? [UNKNOWN_COMMAND] : found(word.slice(start));
    const next = items[index + 1];
    if (next === undefined || isAttached) return [];
    const value = textOf(next);
    return value === undefined ? [...scriptOf(next), UNKNOWN_COMMAND] : found(value);
  });
}

/** `${_}` as a command is one of which nothing is known. */
export const UNKNOWN_COMMAND: InnerScript = { kind: 'script', text: '${_}', isKnown: false };

const wholeValue = (text: string): readonly string[] => [text];

/** A command by its text; undefined: not known. */
export function commandOf(text: string | undefined): InnerScript {
  return text === undefined ? UNKNOWN_COMMAND : { kind: 'script', text, isKnown: true };
}

/** Where in the word of an option its value begins; its end: in the next word. */
function valueStart(word: string, long: readonly string[], short: string): number | undefined {
  if (!word.startsWith('-')) return undefined;
  const equals = word.indexOf('=');
  const name = equals === -1 ? word : word.slice(0, equals);
  const isLong = name.length > 2 && name !== '--' && long.some((one) => one.startsWith(name));
  if (isLong) return equals === -1 ? word.length : equals + 1;
  if (word.startsWith('--') || short === '') return undefined;
  const at = word.slice(1).search(new RegExp(`[${short}]`, 'u'));
  return at === -1 ? undefined : at + 2;
}

/** The value behind two letters may begin with `=`. */
function behindPair(word: string, pair: string): number | undefined {
  const [found] = new RegExp(`^-[A-Za-z]*?${pair.charAt(0)}?${pair}=?`, 'u').exec(word) ?? [];
  return found?.length;
}

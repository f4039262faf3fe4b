import { type Item, textOf } from './item.ts';

/** Words of these characters alone mean the same with and without quotes. */
const PLAIN = /^[\p{L}\p{N}_@%+=:,./^-][\p{L}\p{N}_@%+=:,./^~#-]*$/u;
/** Most words: looked at first, for the letters of all scripts take half a millisecond to list. */
const PLAIN_ASCII = /^[\w@%+=:,./^-][\w@%+=:,./^~#-]*$/u;

/** A known word, in single quotes where a shell would read it otherwise. */
export function quotedWord(value: string): string {
  return isPlain(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;
}

/** `{}` is not a list to a shell; many programs have it replaced. */
function isPlain(value: string): boolean {
  const text = value.replaceAll('{}', '_');
  return PLAIN_ASCII.test(text) || PLAIN.test(text);
}

/** As a rule shows it: what is literal is quoted again, the rest is as written. */
export function writtenText(items: readonly Item[]): string {
  return join(items, (item, index) => {
    const value = item.isLiteral ? textOf(item) : undefined;
    return value === undefined ? item.written : named(value, index);
  });
}

/** With all values that are known in the place of what was written. */
export function decodedText(items: readonly Item[]): string {
  return join(items, (item, index) => {
    const value = textOf(item);
    return value === undefined ? item.written : named(value, index);
  });
}

/** The same without any quotes: patterns of deny rules know nothing of them. */
export function plainText(items: readonly Item[]): string {
  return join(items, (item) => textOf(item) ?? item.written);
}

/** `FOO=1` in quotes is a name, no assignment. */
function named(value: string, index: number): string {
  return index === 0 && value.includes('=') && isPlain(value) ? `'${value}'` : quotedWord(value);
}

function join(items: readonly Item[], show: (item: Item, index: number) => string): string {
  return items
    .map(show)
    .filter((text) => text !== '')
    .join(' ');
}

import { codePointName } from './hidden-character.ts';
import { latinLookAlike } from './look-alikes.ts';

interface MixedWord {
  readonly word: string;
  /** Unicode names; `Latin` first. */
  readonly scripts: readonly string[];
  /** The letters that are not plain Latin, without duplicates, at most five. */
  readonly letters: readonly string[];
  /** The Latin word that a word of a single script looks like, letter by letter; undefined if it mixes scripts. */
  readonly looksLike?: string | undefined;
}

/** A letter after a backslash is an escape such as `\n`, not the start of the word after it. */
const WORD = /(?<=\\)[A-Za-z]|[\p{L}\p{M}\p{N}]+/gv;
const NOT_ASCII = /[^\0-\x7f]/v;
const MAX_LETTERS = 5;

/**
 * Scripts that people write next to Latin letters without a space, and whose letters are not mistaken for Latin ones: those that Unicode
 * recommends for identifiers (UTS 39, "moderately restrictive").
 */
const DISTINCT = [
  'Arabic Bengali Bopomofo Devanagari Ethiopic Gujarati Gurmukhi Han Hangul Hebrew Hiragana Kannada Katakana Khmer',
  'Lao Malayalam Mongolian Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan Common Inherited',
].join(' ');

/** Only for the name: scripts that are not listed are found anyway. */
const NAMED =
  'Greek Cyrillic Armenian Canadian_Aboriginal Cherokee Coptic Deseret Georgian Lisu Osage Tifinagh';

let distinctPattern: RegExp | undefined;
let namedPatterns: readonly (readonly [name: string, pattern: RegExp])[] | undefined;

function isDistinct(letter: string): boolean {
  distinctPattern ??= new RegExp(`[${DISTINCT.split(' ').map(scriptClass).join('')}]`, 'v');
  return distinctPattern.test(letter);
}

function nameOf(letter: string): string {
  namedPatterns ??= NAMED.split(' ').map((name) => [
    name.replaceAll('_', ' '),
    new RegExp(scriptClass(name), 'v'),
  ]);
  return namedPatterns.find(([, pattern]) => pattern.test(letter))?.[0] ?? 'another script';
}

function scriptClass(name: string): string {
  return String.raw`\p{Script=${name}}`;
}

/**
 * Words with letters of several easily confused scripts, such as a Latin word with a Cyrillic `а` in it, and words of one such script
 * that look like a Latin word. Without duplicates, in text order.
 */
export function mixedScriptWords(text: string): readonly MixedWord[] {
  if (!NOT_ASCII.test(text)) return [];
  const found = new Map<string, MixedWord>();
  for (const [word] of text.matchAll(WORD)) {
    if (!NOT_ASCII.test(word) || found.has(word)) continue;
    const letters = new Set(word);
    const scripts = new Set<string>();
    const others: string[] = [];
    for (const letter of letters) {
      const script = scriptOf(letter);
      if (script === undefined) continue;
      scripts.add(script);
      if (script !== 'Latin' && others.length < MAX_LETTERS)
        others.push(`${letter} ${codePointName(letter)}`);
    }
    const looksLike = scripts.size === 1 && !scripts.has('Latin') ? latinWord(word) : undefined;
    if (scripts.size < 2 && looksLike === undefined) continue;
    const isLatin = (script: string): number => (script === 'Latin' ? 0 : 1);
    found.set(word, {
      word,
      scripts: [...scripts].sort((a, b) => isLatin(a) - isLatin(b)),
      letters: others,
      looksLike,
    });
  }
  return [...found.values()];
}

/** Single letters are skipped: in Cyrillic text some of them are words. */
function latinWord(word: string): string | undefined {
  const letters = Array.from(word, (letter) => (/[\p{L}]/v.test(letter) ? latinLookAlike(letter) : letter));
  if (letters.length < 2 || letters.includes(undefined)) return undefined;
  return letters.join('');
}

/** Undefined for a letter that can't be mistaken for one of another script. */
function scriptOf(letter: string): string | undefined {
  if (!/[\p{L}\p{N}]/v.test(letter)) return undefined;
  // Full-width and mathematical letters: other characters drawn like Latin ones.
  if (isStyledLatin(letter))
    return letter >= '\uff00' && letter <= '\uffef' ? 'fullwidth Latin' : 'styled Latin';
  if (/\p{Script=Latin}/v.test(letter)) return 'Latin';
  return isDistinct(letter) ? undefined : nameOf(letter);
}

function isStyledLatin(letter: string): boolean {
  return (
    NOT_ASCII.test(letter) &&
    /[\p{Lu}\p{Ll}\p{Nl}]/v.test(letter) &&
    /^[A-Za-z]+$/v.test(letter.normalize('NFKC'))
  );
}

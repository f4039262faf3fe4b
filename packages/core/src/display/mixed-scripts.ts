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

/** The emoji, not a letter. */
const INFORMATION = '\u2139\ufe0f';

/**
 * Scripts that people write next to Latin letters without a space, and whose letters are not mistaken for Latin ones: those that Unicode
 * recommends for identifiers (UTS 39, "moderately restrictive").
 */
const DISTINCT = [
  'Arabic Bengali Bopomofo Devanagari Ethiopic Gujarati Gurmukhi Han Hangul Hebrew Hiragana Kannada Katakana Khmer',
  'Lao Malayalam Mongolian Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan Common Inherited',
].join(' ');

/**
 * Letters of phonetic, medieval and abandoned spellings, which no language of today writes but which are drawn like others: the phonetic
 * alphabet without the letters that African languages and Azerbaijani use, small capitals, letters with hooks and curls.
 */
const UNCOMMON =
  /[ĸıƅƍƖƚƛƨƪƫƽ-ƿȝȡȥȴ-ȷɋ\u0250-\u0252\u0255\u0258\u025a\u025c-\u0262\u0264-\u0267\u0269-\u0271\u0273-\u0282\u0284-\u0287\u028c-\u02af\u1d00-\u1d25\u1d6b-\u1d77\u1d79-\u1d9a\u1e9c\u1e9d\u1efa-\u1eff\u2c60-\u2c7b\ua722-\ua787\ua78b-\ua78e\ua790-\ua7ca\ua7d0-\ua7d9\ua7f5-\ua7fa\uab30-\uab5a\uab60-\uab68\u{1df00}-\u{1df2a}]/v;

const UNUSUAL = 'uncommon Latin';

/** Turkish; alone in a word of plain letters it is easily taken for an i. */
const DOTLESS = /[^\0-\x7fı]/v;

/** Single letters of these are words of ordinary text. */
const WITH_SHORT_WORDS = new Set(['Cyrillic', 'Greek', 'fullwidth Latin']);

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
 * Words with letters of several easily confused scripts, such as a Latin word with a Cyrillic `а` in it, words of one such script that
 * look like a Latin word, and words with letters that no language of today writes. Without duplicates, in text order.
 */
export function mixedScriptWords(text: string): readonly MixedWord[] {
  if (!NOT_ASCII.test(text)) return [];
  const found = new Map<string, MixedWord>();
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!NOT_ASCII.test(word) || found.has(word) || word === INFORMATION) continue;
    const letters = new Set(word);
    const scripts = new Set<string>();
    const others: string[] = [];
    for (const letter of letters) {
      const script = letter === 'ı' && DOTLESS.test(word) ? 'Latin' : scriptOf(letter);
      if (script === undefined) continue;
      scripts.add(script);
      if (script !== 'Latin' && others.length < MAX_LETTERS)
        others.push(`${letter} ${codePointName(letter)}`);
    }
    const isNotLatin = scripts.size === 1 && !scripts.has('Latin');
    const isSkipped = isNotLatin && mayBeOrdinary(word, [...scripts]) && !isAmongLatin(text, index, word);
    const looksLike = isNotLatin && !isSkipped ? latinWord(word) : undefined;
    if (scripts.size < 2 && looksLike === undefined && !scripts.has(UNUSUAL)) continue;
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

function latinWord(word: string): string | undefined {
  const letters = Array.from(word, (letter) =>
    NOT_ASCII.test(letter) && /[\p{L}\p{N}]/v.test(letter) ? latinLookAlike(letter) : letter,
  );
  return letters.includes(undefined) ? undefined : letters.join('');
}

/** A single letter, which in Cyrillic text may be a word, and full-width digits. */
function mayBeOrdinary(word: string, scripts: readonly string[]): boolean {
  const isShort = Array.from(word).length < 2 || /^\p{Nd}+$/v.test(word);
  return isShort && scripts.every((script) => WITH_SHORT_WORDS.has(script));
}

/** Whether plain Latin letters stand next to the word, with no blank in between: `./а.sh`. */
function isAmongLatin(text: string, index: number, word: string): boolean {
  const before = /[\p{P}\p{S}]*[A-Za-z]?[\p{P}\p{S}]*$/v.exec(text.slice(Math.max(0, index - 20), index));
  const after = /^[\p{P}\p{S}]*[A-Za-z]?/v.exec(text.slice(index + word.length, index + word.length + 20));
  return [before, after].some((around) => /[A-Za-z]/.test(around?.[0] ?? ''));
}

/** Undefined for a letter that can't be mistaken for one of another script. */
function scriptOf(letter: string): string | undefined {
  if (!/[\p{L}\p{N}]/v.test(letter)) return undefined;
  // Full-width and mathematical letters: other characters drawn like Latin ones.
  if (isStyledLatin(letter))
    return letter >= '\uff00' && letter <= '\uffef' ? 'fullwidth Latin' : 'styled Latin';
  if (UNCOMMON.test(letter)) return UNUSUAL;
  if (/\p{Script=Latin}/v.test(letter)) return 'Latin';
  return isDistinct(letter) ? undefined : nameOf(letter);
}

function isStyledLatin(letter: string): boolean {
  return (
    NOT_ASCII.test(letter) &&
    /[\p{Lu}\p{Ll}\p{Nl}\p{Nd}]/v.test(letter) &&
    /^[A-Za-z0-9]+$/v.test(letter.normalize('NFKC'))
  );
}

import { stem } from './stem.ts';

/** Runs of letters and digits; the characters of scripts without spaces are told apart below. */
const RUNS = /[\p{L}\p{N}]+/gu;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;
/** Where one word ends and the next begins in `camelCase`, `HTTPServer`, `s3bucket`. */
const HUMPS =
  /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu;
const PLAIN = /^[\x20-\x7e]*$/;
const MARKS = /\p{M}/gu;

/** The words of a text in lower case, stemmed; of Chinese, Japanese and Korean, pairs of characters. */
export function wordsOf(text: string): readonly string[] {
  const plain = PLAIN.test(text) ? text : text.normalize('NFKD').replace(MARKS, '').normalize('NFC');
  const words: string[] = [];
  for (const [run] of plain.matchAll(RUNS)) {
    if (PLAIN.test(run)) addLatin(run, words);
    else addMixed(run, words);
  }
  return words;
}

function addLatin(run: string, words: string[]): void {
  for (const part of run.split(HUMPS)) words.push(stem(part.toLowerCase()));
}

function addMixed(run: string, words: string[]): void {
  let from = 0;
  for (const match of run.matchAll(CJK)) {
    if (match.index > from) addLatin(run.slice(from, match.index), words);
    addPairs(Array.from(match[0]), words);
    from = match.index + match[0].length;
  }
  if (from < run.length) addLatin(run.slice(from), words);
}

function addPairs(characters: readonly string[], words: string[]): void {
  if (characters.length === 1) words.push(...characters);
  for (let index = 1; index < characters.length; index += 1) {
    words.push(`${characters[index - 1] ?? ''}${characters[index] ?? ''}`);
  }
}

import { stem } from './stem.ts';

const ASCII_RUNS = /[A-Za-z0-9]+/g;
/** Runs of letters and digits; scripts without spaces are split below. */
const RUNS = /[\p{L}\p{N}]+/gu;
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;
/** Word boundaries in `camelCase`, `HTTPServer`, `s3bucket`. */
const HUMPS =
  /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu;
const ASCII = /^[\x20-\x7e]*$/;
const ONE_WORD = /^[A-Z]?[a-z]*$/;
const MARKS = /\p{M}/gu;

/** The words of a text in lower case, stemmed; for Chinese, Japanese and Korean, pairs of characters. */
export function wordsOf(text: string): readonly string[] {
  return runsOf(text).flatMap(wordsOfRun);
}

/** The pieces of a text that contain words. */
export function runsOf(text: string): readonly string[] {
  if (ASCII.test(text)) return text.match(ASCII_RUNS) ?? [];
  return text.normalize('NFKD').replace(MARKS, '').normalize('NFC').match(RUNS) ?? [];
}

/** The words of one such piece. */
export function wordsOfRun(run: string): readonly string[] {
  const words: string[] = [];
  if (ASCII.test(run)) addLatin(run, words);
  else addMixed(run, words);
  return words;
}

function addLatin(run: string, words: string[]): void {
  const parts = ONE_WORD.test(run) ? [run] : run.split(HUMPS);
  for (const part of parts) words.push(stem(part.toLowerCase()));
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

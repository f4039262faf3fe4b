import { codePointName } from './hidden-character.ts';

/** Characters that terminals obey, that change text direction, or that would not survive UTF-8; not line breaks and tabs. `UNSEEN` in `hidden-character.ts` holds more. */
const OBEYED = /\r(?!\n)|[[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]--[\t\r\n]]/gv;

/**
 * A long text, such as a model's answer, that a terminal displays but never obeys. Layout, joiners and blanks stay: no decision depends
 * on this text. What a person decides on goes through `displayInput`.
 */
export function disarm(text: string): string {
  return text.replace(OBEYED, (character) => `⟨${codePointName(character)}⟩`);
}

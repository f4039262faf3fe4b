import { codePointName } from './hidden-character.ts';

/** What a terminal obeys, what turns the direction of text, and what would not survive UTF-8; not line ends and tabs. */
const OBEYED = /\r(?!\n)|[[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]--[\t\r\n]]/gv;

/**
 * A long text, such as a model's answer, that a terminal shows and never obeys. Layout, joiners and blanks stay as they
 * are: nothing is decided by this text. What a person decides on goes through `displayInput`.
 */
export function disarm(text: string): string {
  return text.replace(OBEYED, (character) => `⟨${codePointName(character)}⟩`);
}

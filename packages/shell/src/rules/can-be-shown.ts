/** More does not fit where a person is asked. */
const MAX_LENGTH = 200;

/** Controls, line ends, characters that are drawn as nothing, and blanks that only look like the ASCII space. */
const HIDDEN = /[[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]--[ ]]/v;

/** A rule is suggested only if its text shows everything that it covers; whoever asks a person looks closer still. */
export function canBeShown(text: string): boolean {
  return text.length <= MAX_LENGTH && !HIDDEN.test(text);
}

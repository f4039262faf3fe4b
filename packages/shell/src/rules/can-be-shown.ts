/** More does not fit where a person is asked. */
const LONGEST = 200;

/** Controls, line breaks, invisible characters, those that turn text around, and blanks that only look like one. */
const DECEPTIVE = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;

/** A rule is suggested only if its text shows everything that it covers. */
export function canBeShown(text: string): boolean {
  return text.length <= LONGEST && !DECEPTIVE.test(text);
}

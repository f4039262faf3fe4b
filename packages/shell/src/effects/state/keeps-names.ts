import type { Item } from '../item/item.ts';

/** Lines by their number or by what is in them, as `sed` says it: `1d`, `2,$p`, `/x/d`. */
const LINES_OF_SED =
  /^(?:(?:\d+|\$|\/[^/\\]*\/)(?:,(?:\d+|\$|\/[^/\\]*\/))?!?[dpq]|s([/|,#])\^\\\.\\?\/\1\1)$/u;

/** Certain lines of `awk`, whole or a word of each: words are what `xargs` and the shell make of lines, too. */
const WORDS_OF_AWK =
  /^\s*(?:NR\s*[<>=!]=?\s*\d+|!?\s*\/(?:[^/\\]|\\[^/])*\/|\$\d+\s*[=!]=\s*"[^"\\]*"|!\w+\[\$0\]\+\+)?\s*(?:\{\s*print(?:\s+\$(?:\d+|NF))?;?\s*\})?\s*$/u;

/**
 * Whether all that a command prints of names, one a line, are still these names: certain lines, words of lines, lines that end in
 * another way. Part of a name is another name: `cut -c2-` makes `/x` of `./x`.
 *
 * @param listed the names, which may have a column before them
 */
export function keepsNames(
  [name, ...words]: readonly (string | undefined)[],
  listed: readonly Item[],
): boolean {
  const text = words.includes(undefined) ? undefined : words.join('\0');
  if (text === undefined) return false;
  const isAfterColumn = listed.every(({ search }) => search?.hasStatus === true);
  switch (name) {
    case 'tr':
      return /^(?:\\n\0\\(?:0|000)|\\(?:0|000)\0\\n|-d\0\\r)$/u.test(text);
    case 'cut':
      return (isAfterColumn && /^-c\0?4-$/u.test(text)) || /^(?:-d\0? \0)?-f\0?\d+$/u.test(text);
    case 'sed': {
      const [script = '', ...others] = words[0] === '-n' ? words.slice(1) : words;
      if (others.length > 0) return false;
      return LINES_OF_SED.test(script) || (isAfterColumn && /^s([/|])\^(?:\.{3}|\?\? )\1\1p?$/u.test(script));
    }
    case 'awk':
    case 'gawk':
    case 'mawk':
      return words.length === 1 && WORDS_OF_AWK.test(text);
    default:
      return false;
  }
}

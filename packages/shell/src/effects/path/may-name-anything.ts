/** Parameters that the text of the command says nothing about, or that hold a directory above: `$1`, `$@`, `$OLDPWD`. */
const UNKNOWN_NAME = /^(?:\d+|[@*_]|OLDPWD|DIRSTACK|HOME|REPLY|MAPFILE)$/u;

/** `${x-/}`, `${!x}`, `${x/a/b}`, `${x:0:1}`, `${x[0]}`. `${PWD%/x}` is above. Of others, what `%` and `#` cut off leaves part of the value. */
const OPERATION = /\$\{(?:!|\w+[-=+?:/^,@[]|(?:PWD|HOME)%)/u;

const PARAMETER = /\$\{?(\d+|\w+|[@*])/gu;

/**
 * Whether the target of a removal, as the source writes it, can be any directory: it comes from standard input, a positional parameter,
 * a list in braces that is not known, or an expansion that computes it. A plain variable is none of these unless the script
 * reads its value in: `rm -rf "$dir"` is what careful scripts say.
 * @param written empty, or `{}`: a program puts the word there, as xargs does
 */
export function mayNameAnything(written: string, isReadIn: (name: string) => boolean): boolean {
  const bare = written.replaceAll(/["']/gu, '');
  if (bare === '' || bare === '{}' || OPERATION.test(bare) || /\{[^}]*,[^}]*\}|\{[^}]*\.\./u.test(bare))
    return true;
  // A search that begins above: its links may lead elsewhere than the text says.
  if (/^[./]*\.\.\/*$/u.test(bare)) return true;
  return [...bare.matchAll(PARAMETER)].some(([, name = '']) => UNKNOWN_NAME.test(name) || isReadIn(name));
}

import { commentToken, type WordEntry } from './entry.ts';
import { lookupIn, type WordEnvironment } from './environment.ts';
import { isSpecial, lexemes } from './lexeme.ts';
import { scanWord } from './scan-word.ts';

export interface ParseWordsOptions {
  /**
   * The escape character outside single quotes: one character, and no blank, quote, `$`, `#` or operator. Default, and
   * if empty: `\`.
   */
  readonly escape?: string;
  /**
   * Cuts the value of an unquoted variable into fields: `true` at blanks, a string at its characters. Objects stay
   * whole. Default: not cut.
   */
  readonly splitUnquoted?: boolean | string;
  /**
   * `--name=$OBJECT` becomes `--name` and the object. Default: `--name=` and the object. Any other word with an object in
   * it keeps its pieces.
   */
  readonly splitOptions?: boolean;
}

/**
 * Parses a command line whose variables may stand for objects: texts, operators (`{op: '|'}`), `{comment}`,
 * `{op: 'glob', pattern}`, and each object itself where its variable stood. An object within a longer word comes between
 * the texts before and after it. A variable that doesn't exist is the empty text. Values are never parsed again, and
 * objects never pass through text: no line and no value can make up an object, and `isWordToken` tells an operator,
 * glob or comment from an object that looks like one. The time is linear in the line and in what its variables
 * expand to.
 *
 * Throws `BadSubstitution`; a `RangeError` for an `escape` that can't be one.
 *
 * As `parse` of the package shell-quote 1.12, except:
 *
 * - Objects in a map are entries too, and are the caller's own: shell-quote marks them in the text with a random token,
 *   takes them out again for functions only, and gives a copy made through JSON.
 * - Functions are objects, and `null` is a missing variable: shell-quote writes the one out as its source and gives the
 *   other as an entry.
 * - Only own properties of a map are variables: in shell-quote `$toString` is the source of a function.
 * - A glob with an object in it is cut like any word, each text a glob if it has an unquoted `*` or `?`: shell-quote
 *   leaks its token into the pattern.
 * - `escape` is that one character: shell-quote puts it into a regular expression, where `d` means any digit.
 * - An operator within a word, where `${…}` has swallowed a quote, is a bad substitution: shell-quote makes the whole
 *   word an operator.
 * - `splitUnquoted` keeps all fields of a word with a glob or a comment: shell-quote keeps only the last.
 * - Operators, globs and comments are frozen, and an operator is the same object everywhere.
 */
export function parseWords(
  line: string,
  environment?: WordEnvironment<never>,
  options?: ParseWordsOptions,
): WordEntry[];
export function parseWords<Value extends object>(
  line: string,
  environment: WordEnvironment<Value>,
  options?: ParseWordsOptions,
): WordEntry<Value>[];
export function parseWords<Value extends object>(
  line: string,
  environment: WordEnvironment<Value> = {},
  options: ParseWordsOptions = {},
): WordEntry<Value>[] {
  const escape = escapeOf(options);
  const lookup = lookupIn(environment);
  const fieldOptions = { separators: separatorsOf(options), splitOptions: options.splitOptions ?? false };
  const entries: WordEntry<Value>[] = [];
  for (const lexeme of lexemes(line, escape)) {
    if (lexeme.kind === 'operator') {
      entries.push(lexeme.operator);
      continue;
    }
    const word = scanWord(lexeme.text, lookup, escape, fieldOptions);
    for (const entry of word.entries) entries.push(entry);
    if (word.commentAt !== undefined) {
      entries.push(commentToken(line.slice(lexeme.start + word.commentAt)));
      break;
    }
  }
  return entries;
}

function escapeOf(options: ParseWordsOptions): string {
  const escape = options.escape === undefined || options.escape === '' ? '\\' : options.escape;
  if (escape.length !== 1 || escape === '#' || isSpecial(escape)) {
    throw new RangeError(`Not an escape character: ${JSON.stringify(escape)}`);
  }
  return escape;
}

function separatorsOf(options: ParseWordsOptions): string {
  if (options.splitUnquoted === true) return ' \t\n';
  return options.splitUnquoted === false ? '' : (options.splitUnquoted ?? '');
}

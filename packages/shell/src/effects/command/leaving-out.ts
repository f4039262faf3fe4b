import { bareName } from '../../tables/bare-name.ts';
import type { LeavingOut } from '../analysis.ts';
import { textOf, type Item } from '../item/item.ts';
import { resolvePath, type Standpoint } from '../path/path-effects.ts';
import { commitPins } from './commit-pins.ts';
import type { Shell, Walk } from '../state/walk.ts';

const GREPS = new Set(['grep', 'egrep', 'fgrep', 'rgrep']);

/** These patterns come after all others, wherever they stand. */
const IGNORING_CASE = /^--iglob(?:=|$)/u;

/** Behind these letters `--` is a separator, not the value of an option. */
const FLAGS = /^(?:[^-].*|-[EFGPHILTUVZabchilnoqrsuvwxyR]+|--[a-z-]+=.*)$/su;

/** A word that names a revision, and no file that is likely to be there. */
const REVISION = /^(?:HEAD|@|[0-9a-f]{7,40})(?:[~^]\d*)*(?:\.{2,3}(?:HEAD|@|[0-9a-f]{7,40})?(?:[~^]\d*)*)?$/u;

/**
 * Whether a search can be told by more words at its end to leave out names, whatever the words before them say; undefined
 * where it can't, or where that is not certain.
 * @param end offset behind the last word of the command
 */
export function leavingOut(
  items: readonly Item[],
  { walk, span, source }: Shell,
  end: number | undefined,
  standpoint: Standpoint,
): LeavingOut | undefined {
  const name = bareName(textOf(items[0]));
  if (name !== 'git' && name !== 'rg' && !GREPS.has(name ?? '')) return undefined;
  const last = items.at(-1);
  if (span !== undefined || end === undefined || last === undefined || source !== walk.source)
    return undefined;
  if (last.written === '' || source.slice(end - last.written.length, end) !== last.written) return undefined;
  if (!items.every((item) => isNoOption(item, standpoint))) return undefined;
  const words = items.map((item) => textOf(item));
  // What git leaves out is named from where it runs, and it shows the whole repository.
  if (name === 'git') {
    const isPath = (word: string): boolean => isThere(word, walk, standpoint);
    const ending = standpoint.isMoved ? undefined : inGit(words.slice(1), isPath);
    if (ending === undefined) return undefined;
    const start = words.indexOf('diff');
    if (start === -1 || words.slice(1, start).some((word) => word !== '--no-pager'))
      return { by: 'git', at: end, ...ending };
    const isSeparated = words.includes('--');
    const commits = commitPins(items.slice(start), source, (word) => !isSeparated && isPath(word));
    return commits && { by: 'git', at: end, ...ending, commits };
  }
  const isSearch =
    GREPS.has(name ?? '') || (name === 'rg' && !words.some((word) => IGNORING_CASE.test(word ?? '')));
  if (!isSearch) return undefined;
  const by = name === 'rg' ? 'rg' : 'grep';
  const separator = words.indexOf('--');
  if (separator === -1) return { by, at: end, needsSeparator: false };
  const before = items[separator - 1]?.end;
  const isSeparator = FLAGS.test(words[separator - 1] ?? '-');
  return before === undefined || !isSeparator ? undefined : { by, at: before, needsSeparator: false };
}

/** Something is there now, so that git takes the word for a path or refuses it. */
function isThere(
  word: string,
  { context: { globFiles }, expansions }: Walk,
  { directory }: Standpoint,
): boolean {
  const path = PLAIN.test(word) ? resolvePath(word, directory) : undefined;
  if (path === undefined || globFiles === undefined) return false;
  // It is looked up, as a pattern is: what the line does first may change it.
  expansions.set(`file ${path}`, 'unknown');
  return globFiles.exists(path);
}

/** Of a word that is not known: it can't be `--` or an option. */
function isNoOption({ value, globs }: Item, { expand }: Standpoint): boolean {
  if (typeof value === 'string') return true;
  if (value === undefined) return false;
  if (value.prefix !== '') return !value.prefix.startsWith('-');
  return (
    globs.length > 0 &&
    globs.every((pieces) => expand(pieces)?.matches.every(({ path }) => !/\/-[^/]*$/u.test(path)) ?? false)
  );
}

/** A commit: what `git grep` and `git show` show of it are its files, which pathspecs limit. Another name may be that of a blob. */
const COMMIT = /^(?:HEAD|@)(?:[~^]\d*)*$/u;

/** A revision or a path, and no object in a revision: `HEAD:a`. */
const PLAIN = /^[\w./@{}~^+=,-]+$/u;

/** More words may come at the end, behind `--` or where git takes them for paths anyway. */
type Ending = Pick<LeavingOut, 'needsSeparator'> | undefined;

/** A look at the working tree, the index or commits: `git diff`, `git grep`, and `git show` with paths. */
function inGit(words: readonly (string | undefined)[], isPath: (word: string) => boolean): Ending {
  const start = words.findIndex((word) => word !== '--no-pager');
  const command = words[start];
  const known = words.filter((word) => word !== undefined);
  if (known.length < words.length || known.includes('--no-index')) return undefined;
  const separator = known.indexOf('--');
  const before = known.slice(start + 1, separator === -1 ? known.length : separator);
  const paths = separator === -1 ? [] : known.slice(separator + 1);
  switch (command) {
    case 'diff':
      return inDiff(before, separator !== -1);
    case 'grep':
      return inSearch(before, separator !== -1, isPath);
    case 'show': {
      const isLimited = before.every((word) => COMMIT.test(word) || FLAG_OF_SHOW.test(word));
      return paths.length > 0 && isLimited ? { needsSeparator: false } : undefined;
    }
    default:
      return undefined;
  }
}

/** What changes how a commit is shown, and not which files. */
const FLAG_OF_SHOW = /^(?:-[pw]|--(?:stat|patch|oneline|name-only|name-status|no-color|color=\w+))$/u;

/** Two blobs are compared with no pathspec at all: git refuses that. */
function inDiff(before: readonly string[], isSeparated: boolean): Ending {
  const names = before.filter((word) => !word.startsWith('-'));
  if (isSeparated || names.every((word) => REVISION.test(word))) return { needsSeparator: !isSeparated };
  // An option may take the next word for its value.
  const isWhole = before.at(-1)?.startsWith('-') === false;
  return isWhole && names.every((word) => PLAIN.test(word)) ? { needsSeparator: false } : undefined;
}

/** The pattern is the first, unless an option gives it; the others are commits and then paths. */
function inSearch(
  before: readonly string[],
  isSeparated: boolean,
  isPath: (word: string) => boolean,
): Ending {
  const isGiven = before.some((word) => /^-\w*[ef]/u.test(word));
  const operands = before.filter(
    (word, at) =>
      !word.startsWith('-') &&
      !/^-(?:\w*[efABCm]|-max-(?:count|depth)|-threads)$/u.test(before[at - 1] ?? ''),
  );
  const names = operands.slice(isGiven ? 0 : 1);
  const paths = names.filter((word) => !COMMIT.test(word));
  if (paths.length === 0) return { needsSeparator: !isSeparated };
  const isWhole = !isSeparated && before.at(-1)?.startsWith('-') === false;
  return isWhole && paths.every(isPath) ? { needsSeparator: false } : undefined;
}

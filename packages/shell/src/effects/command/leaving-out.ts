import { bareName } from '../../tables/bare-name.ts';
import type { LeavingOut } from '../analysis.ts';
import { textOf, type Item } from '../item/item.ts';
import type { Standpoint } from '../path/path-effects.ts';
import type { Shell } from '../state/walk.ts';

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
  if (name === 'git') return standpoint.isMoved ? undefined : inDiff(words.slice(1), end);
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

/** A look at the working tree or the index: `git diff` and `git grep` with paths behind `--` only. */
function inDiff(words: readonly (string | undefined)[], end: number): LeavingOut | undefined {
  const start = words.findIndex((word) => word !== '--no-pager');
  const command = words[start];
  const isSearch = command === 'grep';
  if (!isSearch && command !== 'diff') return undefined;
  if (words.includes(undefined) || words.includes('--no-index')) return undefined;
  const separator = words.indexOf('--');
  const before = words.slice(start + 1, separator === -1 ? words.length : separator);
  const names = before.filter(
    (word) => word?.startsWith('-') !== true && !(isSearch && /^\d+$/u.test(word ?? '')),
  );
  // What is searched for is the first; another may be a path, which stands behind `--` only.
  const isPlain = names.slice(isSearch ? 1 : 0).every((word) => REVISION.test(word ?? ''));
  return isPlain ? { by: 'git', at: end, needsSeparator: separator === -1 } : undefined;
}

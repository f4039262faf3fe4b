import { isText, namesSome } from './names-some.ts';

type ListedNames = (words: readonly string[]) =>
  | {
      /** Only certain names. */
      readonly isSome: boolean;
      /** Three characters stand before each name, as `git status --short` has them. */
      readonly hasStatus?: boolean;
    }
  | undefined;

const changes: ListedNames = (words) =>
  words.some((word) => word.startsWith('--name-')) ? { isSome: true } : undefined;

/** Which subcommands print names, and whether only certain ones: what has changed, isn't tracked, or holds a text. */
export const namesListedByGit: ReadonlyMap<string, ListedNames> = new Map<string, ListedNames>([
  [
    'ls-files',
    (words) => ({
      isSome: words.some(
        (word) =>
          /^-(?:[a-z]*[domiku]|-(?:others|deleted|modified|ignored|killed|unmerged)$)/u.test(word) ||
          (/[*?[]/u.test(word) && namesSome(word)),
      ),
    }),
  ],
  ['ls-tree', (words) => (words.includes('--name-only') ? { isSome: false } : undefined)],
  [
    'grep',
    (words) =>
      words.some((word) => /^-\w*[lL]|^--(?:files|name)-/u.test(word))
        ? { isSome: words.some((word) => !word.startsWith('-') && isText(word)) }
        : undefined,
  ],
  [
    'status',
    (words) =>
      words.some((word) => /^-(?:\w*[sz]|-short|-porcelain)/u.test(word))
        ? { isSome: true, hasStatus: true }
        : undefined,
  ],
  ...['diff', 'diff-tree', 'diff-index', 'diff-files', 'show', 'log'].map((name) => [name, changes] as const),
]);

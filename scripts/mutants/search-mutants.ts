import type { Mutant } from './mutant.ts';

const PAGE = 'packages/tools/src/grep/page.ts';
const PAGE_TEST = 'packages/tools/test/grep/page.test.ts';
const SHOWN_FILES = 'packages/tools/src/ripgrep/shown-files.ts';
const GREP_TEST = 'packages/tools/test/grep/grep-tool.process.test.ts';

/** What a search shows, in which order, and how much of it. */
export const SEARCH_MUTANTS: readonly Mutant[] = [
  {
    name: 'search-shows-denied',
    breaks: 'Grep and Glob show files that a rule denies.',
    promise: 3,
    file: SHOWN_FILES,
    find: '(path) => mayRead(names.absolute(path), context, names.below(realFolder, path))',
    replace: '() => true',
    test: GREP_TEST,
    title: 'leaves out what may not be read',
  },
  {
    name: 'search-through-link',
    breaks: 'Grep and Glob show denied files when they search through a link to their folder.',
    promise: 3,
    file: SHOWN_FILES,
    find: 'names.below(realFolder, path)',
    replace: 'names.absolute(path)',
    test: 'packages/tools/test/ripgrep/shown-files.test.ts',
  },
  {
    name: 'search-complains-of-denied',
    breaks: 'The names of denied folders stand in what a search says that it could not read.',
    promise: 3,
    file: 'packages/tools/src/ripgrep/search-failures.ts',
    find: ' && part.possiblePaths.every((path) => mayShow(path))',
    replace: '',
    test: 'packages/tools/test/ripgrep/search-failures.test.ts',
  },
  {
    name: 'grep-without-byte-cap',
    breaks: 'One answer of Grep without a limit holds any number of bytes.',
    promise: 4,
    file: PAGE,
    find: ' || (entries.length > 0 && bytes + size > maxBytes)',
    replace: '',
    test: PAGE_TEST,
  },
  {
    name: 'grep-offset-off-by-one',
    breaks: 'Between two pages of Grep an entry is lost.',
    promise: 4,
    file: PAGE,
    find: 'seen++ < offset',
    replace: 'seen++ <= offset',
    test: PAGE_TEST,
  },
  {
    name: 'grep-in-any-order',
    breaks:
      'Pages of Grep come in the order in which rg happened to finish files, so they do not fit together.',
    promise: 4,
    file: 'packages/tools/src/grep/first-entries.ts',
    find: 'kept.sort((a, b) => (a.key < b.key ? -1 : 1));',
    replace: '',
    test: 'packages/tools/test/grep/first-entries.test.ts',
  },
  {
    name: 'glob-not-by-time',
    breaks: 'Glob keeps the first files by name and loses the newest.',
    promise: 4,
    file: 'packages/tools/src/glob/newest-files.ts',
    find: 'if (a.mtimeMs !== b.mtimeMs) return b.mtimeMs - a.mtimeMs;',
    replace: '',
    test: 'packages/tools/test/glob/newest-files.test.ts',
  },
];

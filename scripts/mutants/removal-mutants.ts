import type { Mutant } from './mutant.ts';

const CRITICAL_LISTS = 'packages/sluice/test/cli/permission/critical-lists.test.ts';
const EFFECTS = 'packages/shell/src/effects';

/** What removals take whose names or places aren't known. */
export const REMOVAL_MUTANTS: readonly Mutant[] = [
  {
    name: 'emptied-files-are-kept',
    breaks: 'bypassPermissions empties all files that a command lists with truncate.',
    promise: 3,
    file: 'packages/shell/src/tables/edits/only-grows.ts',
    find: '[+>%]',
    replace: '[+>%0-9]',
    test: CRITICAL_LISTS,
  },
  {
    name: 'emptied-by-a-reference',
    breaks: 'truncate -r SMALL -s +1K is taken for one that keeps what is in its files.',
    promise: 3,
    file: 'packages/shell/src/tables/edits/only-grows.ts',
    find: "if (given.has('-r')) return false;",
    replace: '',
    test: 'packages/shell/test/tables/file-commands.test.ts',
  },
  {
    name: 'git-removes-a-list',
    breaks: 'bypassPermissions gives git rm and git clean names that no one knows.',
    promise: 3,
    file: `${EFFECTS}/command/removals-of-input.ts`,
    find: " || removal === 'some'",
    replace: '',
    test: CRITICAL_LISTS,
  },
  {
    name: 'part-of-a-name-is-a-name',
    breaks: 'A part of a listed name, cut out by a filter, is taken for the name when it is removed.',
    promise: 3,
    file: `${EFFECTS}/state/printed-text.ts`,
    find: '!keepsNames(words, input.listed)',
    replace: 'words.length === 0',
    test: CRITICAL_LISTS,
  },
  {
    name: 'directory-of-an-empty-variable',
    breaks: 'bypassPermissions removes /etc after a cd to "$x/" where nothing sets x.',
    promise: 3,
    file: `${EFFECTS}/command/simple-command.ts`,
    find: 'if (target === undefined) addEmptied(shell, words, state);',
    replace: '',
    test: CRITICAL_LISTS,
  },
  {
    name: 'system-left-of-a-path',
    breaks: 'bypassPermissions removes "$x/etc" where nothing sets x.',
    promise: 3,
    file: `${EFFECTS}/path/path-effects.ts`,
    find: "left === '' ? leftWhenEmpty(item.written) : undefined",
    replace: 'undefined',
    test: CRITICAL_LISTS,
  },
  {
    name: 'cdpath-of-the-shell-around',
    breaks: 'A shell that is given CDPATH by the one that runs it goes where its cd says.',
    promise: 3,
    file: `${EFFECTS}/state/directory-change.ts`,
    find: " || bindings.some((one) => one.of('CDPATH').length > 0)",
    replace: '',
    test: 'packages/shell/test/effects/pattern-directory.test.ts',
  },
  {
    name: 'cdpath-forgotten',
    breaks: 'A cd goes where its word says, whatever CDPATH is.',
    promise: 3,
    file: `${EFFECTS}/state/directory-change.ts`,
    find: 'return isSet && ',
    replace: 'return !isSet && isSet && ',
    test: 'packages/shell/test/effects/pattern-directory.test.ts',
  },
];

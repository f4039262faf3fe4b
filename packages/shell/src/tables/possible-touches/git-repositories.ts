import { inSubmodules, unless } from './git-changes.ts';
import { addedTree, begun, cloned, clonedInto, filesIn, movedTree, removedTree } from './git-places.ts';
import { together, written, type Touches } from './git-work-tree.ts';
import { anything, filledDirectory } from './route.ts';

/** Subcommands that make repositories, work trees and what repositories keep. */
export const repositoryRows: readonly (readonly [string, Touches])[] = [
  ['clone', together(cloned, clonedInto, filesIn('--separate-git-dir'))],
  ...['init', 'init-db'].map((name) => [name, together(begun, filesIn('--separate-git-dir'))] as const),
  ['pack-objects', written],
  ['index-pack', written],
  [
    'fast-import',
    (_parsed, argv) =>
      argv.some((word) => typeof word === 'string' && word.startsWith('--al')) ? anything() : [],
  ],
  [
    'submodule',
    together(
      ({ positionals: [verb, , path] }) => (verb?.value === 'add' ? filledDirectory(path) : []),
      unless('submodule', inSubmodules),
    ),
  ],
  ['worktree', together(addedTree, movedTree, removedTree)],
];

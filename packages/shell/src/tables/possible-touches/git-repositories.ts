import type { FileTouch } from '../file-touch.ts';
import { knownWord } from '../known-word.ts';
import type { Arguments } from '../row.ts';
import { inSubmodules, unless } from './git-changes.ts';
import { addedTree, begun, cloned, clonedInto, filesIn, movedTree, removedTree } from './git-places.ts';
import { together, written, type Touches } from './git-work-tree.ts';
import { anything, filledDirectory } from './route.ts';

/** `--object-dir=sub`: where it keeps what it makes. */
function storeOf(argv: Arguments): readonly FileTouch[] {
  return argv.flatMap((word, index) => {
    const [, value] = /^--obj[\w-]*(?:=([^]*))?$/u.exec(knownWord(word) ?? '') ?? [];
    const isOption = knownWord(word)?.startsWith('--obj') === true;
    const directory = value ?? (isOption ? knownWord(argv[index + 1]) : undefined);
    return directory === undefined
      ? []
      : [
          ...filledDirectory({ value: directory, index }),
          ...filledDirectory({ value: `${directory}/pack`, index }),
        ];
  });
}

/** Subcommands that make repositories, work trees and what repositories keep. */
export const repositoryRows: readonly (readonly [string, Touches])[] = [
  ['clone', together(cloned, clonedInto, filesIn('--separate-git-dir'))],
  ...['init', 'init-db'].map((name) => [name, together(begun, filesIn('--separate-git-dir'))] as const),
  ...['multi-pack-index', 'commit-graph'].map(
    (name) => [name, (_parsed: unknown, argv: Arguments) => storeOf(argv)] as const,
  ),
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

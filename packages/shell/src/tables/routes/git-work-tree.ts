import { touchPositionals } from '../edits/touch-positionals.ts';
import type { Argument } from '../argument.ts';
import type { FileTouch, GitNames } from '../file-command.ts';
import type { Arguments, ParsedArguments } from '../row.ts';
import { ANY_NAME, anyFile } from './route.ts';

export type Touches = (parsed: ParsedArguments, argv: Arguments) => readonly FileTouch[];

export const written: Touches = ({ positionals }, argv) => touchPositionals(positionals, argv, 'write');

/** Git matches patterns itself; a word with one, or `.`, means a tree. A directory that is named is written throughout. */
export const restored: Touches = (parsed, argv) => restoredPaths(parsed, argv, false);

/** The same for a command whose words are all paths. */
export const restoredByPath: Touches = (parsed, argv) => restoredPaths(parsed, argv, true);

/** Options of `git restore` and `git checkout` that leave it to the index what comes back. */
const FROM_INDEX = /^(?:-[qW]|--(?:quiet|worktree|progress|no-progress))$/u;

/** `.`, `../..`, `/`: paths, unlike `...`, which names a commit. */
const DOTS = /^(?=.)\/*(?:\.{1,2}(?:\/+|$))*$/u;

/** What comes back from the index has the names that git tracks; what comes from a commit need not. */
export const fromIndex =
  (command: string, touches: Touches): Touches =>
  (parsed, argv) => {
    const found = touches(parsed, argv);
    const words = argv.slice(argv.indexOf(command) + 1);
    const end = words.indexOf('--');
    const before = end === -1 ? words : words.slice(0, end);
    const isPath = (word: Argument): boolean =>
      typeof word === 'string' && (FROM_INDEX.test(word) || DOTS.test(word));
    const isCertain =
      command === 'restore'
        ? before.every((word) => typeof word === 'string' && (FROM_INDEX.test(word) || /^[^-:]/u.test(word)))
        : before.every(isPath);
    return isCertain && words.length > 0
      ? found.map((touch) => (touch.access === 'write' ? { ...touch, gitNames: 'tracked' } : touch))
      : found;
  };

/** What git takes into its store, of the paths that are given: a directory with all that is in it. */
const kept =
  (gitNames: GitNames): Touches =>
  ({ positionals }, argv) =>
    positionals.map(({ value, prefix, index }): FileTouch => {
      const shared = { access: 'read', isTree: true, isComputed: true, gitNames, argument: index } as const;
      // With `:`, the path may begin at the top of the repository.
      if (prefix?.startsWith(':')) return { ...shared, path: '.', isOfTop: true };
      const pattern = value?.search(/[*?[\\]/u) ?? -1;
      if (value === undefined || pattern === -1) return { ...shared, path: value ?? argv[index] };
      const directory = value.slice(0, value.slice(0, pattern).lastIndexOf('/') + 1);
      const ending = /^\*(\.\w+)$/u.exec(value)?.[1];
      return { ...shared, path: directory || '.', endings: ending === undefined ? undefined : [ending] };
    });

const allKept = (gitNames: GitNames): FileTouch => ({
  access: 'read',
  path: '.',
  isTree: true,
  gitNames,
  isOfTop: true,
  argument: 0,
});

/** A word that may turn out to be an option. */
const mayHoldOption = ({ positionals }: ParsedArguments, argv: Arguments): boolean =>
  positionals.some(({ value, prefix, index, isAfterSeparator }) => {
    const word = argv[index];
    const isNoOption = typeof word === 'object' && word.isNoOption === true;
    return value === undefined && prefix === '' && !isNoOption && !isAfterSeparator;
  });

/** By force, ignored files too. Without a path it is all that has changed, if anything. */
export const added: Touches = (parsed, argv) => {
  const { given, positionals } = parsed;
  const gitNames = given.has('-f') || mayHoldOption(parsed, argv) ? 'all' : 'not-ignored';
  const isWhole = ['-A', '-u', '--no-ignore-removal', '--renormalize'].some((name) => given.has(name));
  return positionals.length === 0 && isWhole ? [allKept(gitNames)] : kept(gitNames)(parsed, argv);
};

/** What has changed of these paths, of those in the last commit too, or, with `-a`, of all that is tracked. */
export const committed: Touches = (parsed, argv) => [
  ...kept('tracked-or-head')(parsed, argv),
  ...(parsed.given.has('-a') || mayHoldOption(parsed, argv) ? [allKept('tracked')] : []),
];

/** @param arePaths each word is a path, not the name of a branch */
function restoredPaths(
  { positionals }: ParsedArguments,
  argv: Arguments,
  arePaths: boolean,
): readonly FileTouch[] {
  return positionals.flatMap((one) => {
    const word = one.value ?? one.prefix ?? '';
    const isPattern = /^:|[*?[\\]/u.test(word);
    const isTree = isPattern || /^[./]+$/u.test(word);
    const path = isPattern ? '.' : (one.value ?? argv[one.index]);
    const touch: FileTouch = { access: 'write', path, isTree, argument: one.index };
    if (isTree || one.value === undefined) return [touch];
    const directory = one.value.replace(/\/+$/u, '');
    // Anything else may be the name of a branch.
    const isSlashed = directory !== one.value;
    const isDirectory = isSlashed || arePaths || one.isAfterSeparator;
    return [
      { ...touch, path: isSlashed ? directory : path, isTree: isDirectory },
      { ...touch, path: `${directory}/${ANY_NAME}` },
    ];
  });
}

/** What differs from the last commit is taken again, as it is now. */
export const takenAgain: Touches = (_parsed, argv) =>
  argv.some((word) => typeof word === 'string' && /^(?:-[a-z]*g|--ag)/u.test(word))
    ? [allKept('tracked')]
    : [];

/** Paths that its input names. */
export const namedByInput =
  (option: RegExp): Touches =>
  (_parsed, argv) =>
    argv.some((word) => typeof word === 'string' && option.test(word)) ? [anyFile(0)] : [];

/** Everything that git tracks and has changed, and more where it comes from a commit. */
const everything: FileTouch = { access: 'write', path: '.', isTree: true, argument: 0 };

export const discards =
  (...options: readonly string[]): Touches =>
  (parsed, argv) => [
    ...restored(parsed, argv),
    ...(options.some((option) => parsed.given.has(option)) ? [everything] : []),
  ];

/** Everything that git tracks, with one of these options. */
export const everythingWith =
  (...options: readonly string[]): Touches =>
  ({ given }) =>
    options.some((option) => given.has(option)) ? [everything] : [];

/** Whatever git doesn't track there. A directory of another repository is left alone. */
const untracked = (place: Omit<FileTouch, 'access' | 'isTree' | 'removal'>): FileTouch => ({
  ...place,
  access: 'remove',
  isTree: true,
  removal: 'some',
});

/** What git tracks there. */
export const tracked: Touches = ({ positionals, given }, argv) =>
  given.has('-n')
    ? []
    : touchPositionals(positionals, argv, 'remove', given.has('-r')).map((touch) =>
        // Without it, git keeps files with changes, and the rest is in the last commit.
        given.has('-f') && isEverything(touch.path)
          ? // From a subdirectory, `:/` is more than what lies there.
            isOfTop(touch.path)
            ? { ...touch, path: undefined, removal: 'beneath-unknown' }
            : { ...touch, path: '.', removal: 'contents' }
          : { ...touch, removal: 'some' },
      );

const isOfTop = (path: FileTouch['path']): boolean => typeof path === 'string' && path.startsWith(':');

/** `.`, `:/`, `'*'` */
function isEverything(path: FileTouch['path']): boolean {
  return typeof path === 'string' && /^(?:(?:[./]|:\/|:\([^)]*\))*\**|:)$/u.test(path) && path !== '';
}

export const cleaned: Touches = ({ given, positionals }, argv) => {
  if (given.has('-n')) return [];
  if (positionals.length === 0) return [untracked({ path: '.', argument: 0 })];
  return positionals.map(({ value, index }) => untracked({ path: value ?? argv[index], argument: index }));
};

/** It becomes what the last commit has, from the top of the repository on. */
const everythingTracked: FileTouch = { ...everything, gitNames: 'tracked-or-head', isOfTop: true };

export const stashed: Touches = (parsed, argv) => {
  const { given, positionals } = parsed;
  const [verb] = positionals;
  const takesUntracked = given.has('-u') || given.has('-a');
  const isPushing = verb === undefined || verb.value === 'push' || verb.value === 'save';
  const others = takesUntracked && isPushing ? [untracked({ path: '.', argument: 0 })] : [];
  const hasPaths = verb?.value === 'push' && (positionals.length > 1 || given.has('--pathspec-from-file'));
  // What has changed is taken away.
  const named = verb?.value === 'push' ? { ...parsed, positionals: positionals.slice(1) } : parsed;
  const paths = restoredPaths(named, argv, verb?.value === 'push');
  const back = paths.map((touch): FileTouch => ({ ...touch, gitNames: 'tracked-or-head' }));
  return [...back, ...(isPushing && !hasPaths ? [everythingTracked] : []), ...others];
};

import { touchPositionals } from '../exact-touches/touch-positionals.ts';
import { touchTarget } from '../exact-touches/touch-target.ts';
import type { Argument } from '../argument.ts';
import type { FileTouch, GitNames } from '../file-touch.ts';
import type { Arguments, ParsedArguments } from '../row.ts';
import { changingTracked, commitOf, pathsOfCheckout } from './git-changes.ts';
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

/** What comes back from the index has the names that git tracks; what comes from a commit may have others. */
export const fromIndex =
  (command: 'checkout' | 'restore', touches: Touches): Touches =>
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
    const commits =
      command === 'restore' ? sourcesOf(parsed, before) : pathsOfCheckout(parsed, argv)?.commits;
    const gitNames: GitNames | undefined =
      isCertain && words.length > 0 ? 'tracked' : commits && { by: 'reset', commits };
    return gitNames === undefined
      ? found
      : found.map((touch) => (touch.access === 'write' ? { ...touch, gitNames } : touch));
  };

/** Options of `git restore` that leave the names to the index and the commit of `--source`. */
const FROM_SOURCE =
  /^(?:-[qSWm]+|-s.*|--(?:quiet|worktree|staged|source(?:=.*)?|(?:no-)?progress|ours|theirs|merge|ignore-unmerged|(?:no-)?overlay))$/u;

function sourcesOf({ given }: ParsedArguments, before: Arguments): readonly string[] | undefined {
  const sources = given.get('-s') ?? [];
  const isPlain = before.every(
    (word) => typeof word === 'string' && (FROM_SOURCE.test(word) || !word.startsWith('-')),
  );
  const commits = sources.map((source) => (source === undefined ? undefined : commitOf(source)));
  return isPlain && commits.every((commit) => commit !== undefined) ? commits : undefined;
}

/** What a word stands for to which git matches names itself: a pattern, or a place at the top of the repository. Undefined: a path. */
function matching(word: string): Pick<FileTouch, 'path' | 'isOfTop' | 'endings'> | undefined {
  // With `:`, the path may begin at the top of the repository.
  if (word.startsWith(':')) return { path: '.', isOfTop: true };
  const pattern = word.search(/[*?[\\]/u);
  if (pattern === -1) return undefined;
  const directory = word.slice(0, word.slice(0, pattern).lastIndexOf('/') + 1);
  const ending = /^\*(\.\w+)$/u.exec(word)?.[1];
  return { path: directory || '.', endings: ending === undefined ? undefined : [ending] };
}

/** What git takes into its store, of the paths that are given: a directory with all that is in it. */
const kept =
  (gitNames: GitNames): Touches =>
  ({ positionals }, argv) =>
    positionals.map(({ value, prefix, index }): FileTouch => {
      const shared = { access: 'read', isTree: true, isComputed: true, gitNames, argument: index } as const;
      const matched = matching(value ?? (prefix?.startsWith(':') ? prefix : ''));
      return { ...shared, path: value ?? argv[index], ...matched };
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
    const matched = matching(word);
    const isTree = matched !== undefined || /^[./]+$/u.test(word);
    const path = one.value ?? argv[one.index];
    const touch: FileTouch = { access: 'write', path, ...matched, isTree, argument: one.index };
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

/** What each of them touches. */
export const together =
  (...all: readonly Touches[]): Touches =>
  (parsed, argv) =>
    all.flatMap((one) => one(parsed, argv));

/** What is tracked, with one of these options: a list says which of it. */
export const trackedWith =
  (...options: readonly string[]): Touches =>
  ({ given }) =>
    options.some((option) => given.has(option)) ? [changingTracked] : [];

/** Everything, from the directory on, with one of these options. */
export const everythingWith =
  (...options: readonly string[]): Touches =>
  ({ given }) =>
    options.some((option) => given.has(option)) ? [everything] : [];

const everything: FileTouch = { access: 'write', path: '.', isTree: true, argument: 0 };

/** Whatever git doesn't track there. A directory of another repository is left alone. */
const untracked = (
  place: Pick<FileTouch, 'path' | 'isOfTop' | 'endings' | 'argument'>,
  gitNames: 'untracked' | 'untracked-or-ignored',
): FileTouch => ({ ...place, access: 'remove', isTree: true, removal: 'some', gitNames });

/** What git tracks there. */
export const tracked: Touches = ({ positionals, given }, argv) =>
  given.has('-n')
    ? []
    : touchPositionals(positionals, argv, 'remove', given.has('-r')).map((touch): FileTouch => {
        const named = { ...touch, gitNames: 'tracked' } as const;
        // Without it, git keeps files with changes, and the rest is in the last commit.
        if (given.has('-f') && isEverything(touch.path))
          // From a subdirectory, `:/` is more than what lies there.
          return isOfTop(touch.path)
            ? { ...touch, path: undefined, removal: 'beneath-unknown' }
            : { ...named, path: '.', removal: 'contents', isTree: true };
        const matched = typeof touch.path === 'string' ? matching(touch.path) : undefined;
        return { ...named, ...matched, isTree: touch.isTree || matched !== undefined, removal: 'some' };
      });

const isOfTop = (path: FileTouch['path']): boolean => typeof path === 'string' && path.startsWith(':');

/** `.`, `:/`, `'*'` */
function isEverything(path: FileTouch['path']): boolean {
  return typeof path === 'string' && /^(?:(?:[./]|:\/|:\([^)]*\))*\**|:)$/u.test(path) && path !== '';
}

export const cleaned: Touches = (parsed, argv) => {
  const { given, positionals } = parsed;
  if (given.has('-n')) return [];
  const takesIgnored = given.has('-x') || given.has('-X') || mayHoldOption(parsed, argv);
  const names = takesIgnored ? 'untracked-or-ignored' : 'untracked';
  if (positionals.length === 0) return [untracked({ path: '.', argument: 0 }, names)];
  return positionals.map(({ value, index }) =>
    untracked({ path: value ?? argv[index], ...matching(value ?? ''), argument: index }, names),
  );
};

/** It becomes what the last commit has, from the top of the repository on. */
const everythingTracked: FileTouch = { ...everything, gitNames: 'tracked-or-head', isOfTop: true };

/** What a stash takes along besides. */
function takenUntracked(
  { given }: ParsedArguments,
  places: ParsedArguments['positionals'],
  argv: Arguments,
): readonly FileTouch[] {
  const names = given.has('-a') ? 'untracked-or-ignored' : 'untracked';
  if (places.length === 0) return [untracked({ path: '.', isOfTop: true, argument: 0 }, names)];
  return places.map(({ value, index }) =>
    untracked({ path: value ?? argv[index], ...matching(value ?? ''), argument: index }, names),
  );
}

export const stashed: Touches = (parsed, argv) => {
  const { given, positionals } = parsed;
  // `git stash -- a` pushes `a`.
  const isBare = positionals[0]?.isAfterSeparator === true;
  const verb = isBare ? undefined : positionals[0];
  const takesUntracked = given.has('-u') || given.has('-a');
  const isPushing = verb === undefined || verb.value === 'push' || verb.value === 'save';
  const isPush = verb?.value === 'push';
  const places = isBare ? positionals : isPush ? positionals.slice(1) : [];
  const others = takesUntracked && isPushing ? takenUntracked(parsed, places, argv) : [];
  const hasPaths = places.length > 0 || (isPush && given.has('--pathspec-from-file'));
  // What has changed is taken away.
  const named = { ...parsed, positionals: places };
  const paths = restoredPaths(named, argv, true);
  const back = paths.map((touch): FileTouch => ({ ...touch, gitNames: 'tracked-or-head' }));
  return [...back, ...(isPushing && !hasPaths ? [everythingTracked] : []), ...others];
};

/** A directory moves with everything in it. */
export const renamed: Touches = ({ positionals }, argv) => {
  const target = positionals.at(-1);
  const sources = touchPositionals(positionals.slice(0, -1), argv, 'write', true).map((touch): FileTouch => ({
    ...touch,
    mayBeFile: true,
  }));
  if (target === undefined) return sources;
  const place = { path: target.value ?? argv[target.index], argument: target.index };
  return [...sources, ...touchTarget(place, sources, 'either')];
};

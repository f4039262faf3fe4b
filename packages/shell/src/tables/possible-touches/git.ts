import { touchPositionals } from '../exact-touches/touch-positionals.ts';
import type { Argument } from '../argument.ts';
import type { FileTouch } from '../file-touch.ts';
import { parseLoosely } from '../parse-loosely.ts';
import type { Arguments, ParsedArguments, Row } from '../row.ts';
import { row, values } from '../row.ts';
import { isWrittenBy, optionsOfGit } from './git-options.ts';
import {
  always,
  changingAny,
  changingRepository,
  changingTracked,
  checkedOut,
  merged,
  patchedBy,
  picked,
  readTrees,
  rebased,
  resetTo,
  switchedTo,
  unless,
  unstashed,
} from './git-changes.ts';
import {
  added,
  committed,
  cleaned,
  everythingWith,
  fromIndex,
  namedByInput,
  renamed,
  restored,
  restoredByPath,
  stashed,
  takenAgain,
  tracked,
  trackedWith,
  written,
  together,
  type Touches,
} from './git-work-tree.ts';
import { anyContent, archived, filesIn, showsObject } from './git-places.ts';
import { repositoryRows } from './git-repositories.ts';
import { archivedCommit, formattedCommits, loggedCommits, shownCommits, shownStash } from './git-shown.ts';
import { withSettings } from './git-settings.ts';
import { withoutTakenBack } from './git-taken-back.ts';
import { anyFile, filledDirectory } from './route.ts';

/** Options before the subcommand. */
export const GLOBAL = row({
  name: 'git',
  options: [values('-C -c --git-dir --work-tree --namespace --exec-path --config-env')],
  order: 'options-first',
  syntax: 'words',
});

const read: Touches = ({ positionals }, argv) => touchPositionals(positionals, argv, 'read');

/** The same, where a word that is not known is treated as any file: git keeps what it reads. */
const readOrUnknown: Touches = (parsed, argv) =>
  read(parsed, argv).map((touch) => ({ ...touch, isComputed: true }));

const textOf = (word: Argument): string => (typeof word === 'string' ? word : (word?.prefix ?? ''));

/** A patch that doesn't fit is merged, which follows files to other names. */
const THREE_WAY = /^(?:-[a-zA-Z]*3|--3)/u;

/** Only what is staged comes back. */
const isOfIndex = ({ given }: ParsedArguments): boolean => given.has('-S') && !given.has('-W');

/** What tells `git log` and the like to show content, not only names and messages. */
const PATCH =
  /^(?:-[pucmLUW]|-[UL].+|--(?:patch|unified|cc|dd|remerge|ext-d|textc|function-c|word-diff|color-words|full-d|binary).*)$/u;

/** What is compared or kept, unless paths behind `--` say what of it. */
const compared: Touches = (parsed, argv) => {
  const isPart = parsed.positionals.some(({ isAfterSeparator }) => isAfterSeparator);
  // Two directories are compared with everything in them.
  if (argv.includes('--no-index')) return touchPositionals(parsed.positionals, argv, 'read', true);
  return [...read(parsed, argv), ...(isPart ? [] : [anyContent])];
};

const comparedIf =
  (option: RegExp, touches: Touches): Touches =>
  (parsed, argv) =>
    argv.some((word) => option.test(typeof word === 'string' ? word : (word?.prefix ?? '')))
      ? touches(parsed, argv)
      : [];

const comparedWith = (option: RegExp): Touches => comparedIf(option, compared);

/** It shows how files that are tracked, or were, differ; `-i` lists others too. */
const shownTracked: Touches = (parsed, argv) =>
  parsed.positionals.length > 0 ||
  argv.some((word) => textOf(word).startsWith('--in') || /^-\w*i/u.test(textOf(word)))
    ? compared(parsed, argv)
    : [{ access: 'read', path: '.', isTree: true, gitNames: 'tracked-or-head', isOfTop: true, argument: 0 }];

/** Paths that a list names. */
const listed: Touches = ({ given }) => (given.has('--pathspec-from-file') ? [anyFile(0)] : []);

/** It shows what it would add, piece by piece. */
const INTERACTIVE_ADD = /^(?:-[a-zA-Z]*[pie][a-zA-Z]*|--(?:patch|interactive|edit))$/u;

/** A commit whose message is written beside the changes, or that is made of pieces of them. */
const INTERACTIVE = /^(?:-[aqsne]*[pv]|--(?:patch|interactive|verbose))$/u;

/** The places after the pattern, or all that is here. */
const searchedTrees: Touches = ({ given, positionals }, argv) => {
  const places = given.has('-e') || given.has('-f') ? positionals : positionals.slice(1);
  return places.length === 0 ? [anyContent] : touchPositionals(places, argv, 'read', true);
};

/** The file to which every later git writes what it does. */
const traced: Touches = ({ positionals: [key, target] }, argv) =>
  /^trace2\.(?:normal|perf|event)target$/iu.test(key?.value ?? '') && target?.prefix.startsWith('/') === true
    ? touchPositionals([target], argv, 'write')
    : [];

const anyKept: Touches = () => [anyContent];

/** What a subcommand does to the paths among its words. A branch may look like a path, and is then treated as one. */
const SUBCOMMANDS: ReadonlyMap<string, Touches> = new Map<string, Touches>([
  [
    'checkout',
    together(
      fromIndex('checkout', together(restored, trackedWith('--pathspec-from-file'))),
      checkedOut,
      comparedWith(/^(?:-[a-zA-Z]*p[a-zA-Z]*|--patch)$/u),
    ),
  ],
  ['switch', switchedTo],
  [
    'restore',
    (parsed, argv) =>
      isOfIndex(parsed)
        ? []
        : together(
            fromIndex('restore', together(restoredByPath, trackedWith('--pathspec-from-file'))),
            comparedWith(/^(?:-[a-zA-Z]*p[a-zA-Z]*|--patch)$/u),
          )(parsed, argv),
  ],
  ['reset', together(restored, trackedWith('--pathspec-from-file'), resetTo)],
  ['read-tree', readTrees],
  ['merge', merged],
  ['pull', always(changingAny, '--dry-run')],
  ['rebase', rebased],
  ['cherry-pick', picked('cherry-pick')],
  ['revert', picked('revert')],
  ['bisect', unless('bisect', changingAny)],
  ['sparse-checkout', unless('sparse-checkout', changingTracked)],
  ['mergetool', always(changingTracked, '--tool-help')],
  ...['subtree', 'filter-branch', 'quiltimport', 'cvsimport'].map(
    (name) => [name, always(changingAny)] as const,
  ),
  ...['filter-repo', 'svn', 'p4', 'lfs', 'annex'].map(
    (name) => [name, together(always(changingAny), () => [changingRepository])] as const,
  ),
  ...[
    'merge-recursive',
    'merge-resolve',
    'merge-octopus',
    'merge-subtree',
    'merge-index',
    'merge-one-file',
  ].map((name) => [name, always(changingAny)] as const),
  [
    'stash',
    (parsed, argv) =>
      parsed.positionals[0]?.value === 'show'
        ? comparedIf(PATCH, shownStash(compared))(parsed, argv)
        : together(
            stashed,
            trackedWith('--pathspec-from-file'),
            unstashed,
            comparedWith(/^(?:-[a-zA-Z]*p|--patch)$/u),
          )(parsed, argv),
  ],
  ['clean', cleaned],
  ['checkout-index', together(restored, trackedWith('-a', '--stdin'), everythingWith('--prefix'))],
  ['merge-file', (parsed, argv) => (parsed.given.has('-p') ? read(parsed, argv) : written(parsed, argv))],
  [
    'rm',
    (parsed, argv) => [
      ...(parsed.given.has('--cached') ? written : tracked)(parsed, argv),
      ...trackedWith('--pathspec-from-file')(parsed, argv),
    ],
  ],
  ['mv', renamed],
  [
    'apply',
    (parsed, argv) => [
      ...read(parsed, argv),
      ...(argv.some((word) => THREE_WAY.test(textOf(word))) ? [changingAny] : []),
    ],
  ],
  ['am', together(read, patchedBy)],
  ['add', together(added, listed, comparedIf(INTERACTIVE_ADD, shownTracked))],
  ['stage', together(added, listed, comparedIf(INTERACTIVE_ADD, shownTracked))],
  ['hash-object', together(readOrUnknown, namedByInput(/^--stdin-/u))],
  ['commit', together(committed, listed, comparedWith(INTERACTIVE))],
  ['status', comparedWith(/^(?:-[a-zA-Z]*v[a-zA-Z]*|--verbose)$/u)],
  ['update-index', together(readOrUnknown, takenAgain, namedByInput(/^--st/u))],
  ['diff', compared],
  ['difftool', compared],
  ['show', shownCommits(compared)],
  ['range-diff', anyKept],
  ['unpack-file', anyKept],
  ['send-email', anyKept],
  ['rerere', () => [anyContent, changingTracked]],
  ['log', comparedIf(PATCH, loggedCommits(compared))],
  ['whatchanged', comparedWith(PATCH)],
  ['reflog', comparedWith(PATCH)],
  ['request-pull', comparedWith(/^-p$/u)],
  ['grep', searchedTrees],
  ['annotate', read],
  ['archive', archivedCommit(archived)],
  ['format-patch', together(formattedCommits(anyKept), filesIn('-o', '--output-directory'))],
  ['mailsplit', together(read, filesIn('-o'))],
  ['bugreport', filesIn('-o', '--output-directory')],
  ['diagnose', filesIn('-o', '--output-directory')],
  [
    'bundle',
    ({ positionals }, argv) => [
      ...touchPositionals(positionals.slice(1, 2), argv, 'write'),
      ...(positionals[0]?.value === 'create' ? [anyContent] : []),
    ],
  ],
  ['fast-export', anyKept],
  ...repositoryRows,
  ['mailinfo', written],
  [
    'interpret-trailers',
    (parsed, argv) => (parsed.given.has('--in-place') ? written(parsed, argv) : read(parsed, argv)),
  ],
  ['cat-file', ({ given }) => (showsObject(given) ? [anyContent] : [])],
  [
    'config',
    together(traced, (_parsed, argv) =>
      argv.some((word) => textOf(word).startsWith('--bl')) ? [anyContent] : [],
    ),
  ],
  ['blame', read],
]);

/** The options of the sub-command; undefined: it isn't known which that is. */
export function rowOfGit(argv: Arguments): Row | undefined {
  const [command] = parseLoosely(GLOBAL, argv, 1).positionals;
  return command?.value === undefined ? undefined : optionsOfGit(command.value);
}

/** The files in the working tree that git touches, relative to where `-C` leads. */
export function touchesOfGit(argv: Arguments): readonly FileTouch[] {
  const global = parseLoosely(GLOBAL, argv, 1);
  const [command] = global.positionals;
  if (command === undefined) return [];
  const name = command.value ?? '';
  const row = optionsOfGit(name);
  const parsed = withoutTakenBack(
    row,
    parseLoosely(row, argv, command.index + 1),
    argv.slice(command.index + 1),
  );
  const made = /^init(?:-db)?$/u.test(name)
    ? (global.given.get('--git-dir') ?? []).flatMap((value) => filledDirectory({ value, index: 0 }))
    : [];
  const found = [
    ...made,
    ...withSettings(SUBCOMMANDS.get(name)?.(parsed, argv) ?? [], global, argv.slice(1, command.index)),
    ...parsed.fileValues.flatMap((one) =>
      touchPositionals([one], argv, isWrittenBy(name, one.option) ? 'write' : 'read'),
    ),
  ];
  const elsewhere = (global.given.get('--git-dir') ?? []).flatMap((place): readonly FileTouch[] =>
    place === undefined || !found.some(({ isOfRepository }) => isOfRepository === true)
      ? []
      : [{ ...anyContent, path: place.replace(/[/]?\.git[/]*$/u, '') || '.' }],
  );
  // A work tree is seen from where `-C` leads.
  const directories = [...(global.given.get('-C') ?? []), ...(global.given.get('--work-tree') ?? [])];
  if (directories.length === 0) return [...found, ...elsewhere];
  const directory = directories.every((one) => one !== undefined)
    ? directories.reduce((all, one) => (one.startsWith('/') ? one : `${all}/${one}`), '.')
    : undefined;
  const moved = found.map((touch) => ({
    ...touch,
    gitRunsIn: touch.gitRunsIn ?? directory,
    path:
      typeof touch.path === 'string' && !touch.path.startsWith('/')
        ? directory && `${directory}/${touch.path}`
        : touch.path,
  }));
  return [...moved, ...elsewhere, ...found.filter(({ isOfRepository }) => isOfRepository === true)];
}

import { touchTarget } from '../edits/touch-target.ts';
import { touchPositionals } from '../edits/touch-positionals.ts';
import type { FileTouch } from '../file-command.ts';
import { parseLoosely } from '../parse-loosely.ts';
import type { Arguments, ParsedArguments, Row } from '../row.ts';
import { row, values } from '../row.ts';
import { isWrittenBy, optionsOfGit } from './git-options.ts';
import {
  added,
  committed,
  cleaned,
  discards,
  everythingWith,
  fromIndex,
  namedByInput,
  restoredByPath,
  stashed,
  takenAgain,
  tracked,
  written,
  type Touches,
} from './git-work-tree.ts';
import { ANY_NAME, anyFile, filledDirectory } from './route.ts';

const GLOBAL = row({
  name: 'git',
  options: [values('-C -c --git-dir --work-tree --namespace --exec-path --config-env')],
  order: 'options-first',
  syntax: 'words',
});

const read: Touches = ({ positionals }, argv) => touchPositionals(positionals, argv, 'read');

/** The same, where a word that is not known counts as any file: git keeps what it reads. */
const readOrUnknown: Touches = (parsed, argv) =>
  read(parsed, argv).map((touch) => ({ ...touch, isComputed: true }));

/** Files of any name in a directory that an option gives. */
const filesIn =
  (...options: readonly string[]): Touches =>
  ({ fileValues }) =>
    fileValues.flatMap(({ option, value, index }) =>
      value === undefined || !options.includes(option)
        ? []
        : [{ access: 'write', path: `${value}/${ANY_NAME}`, isTree: false, argument: index }],
    );

/** What commits hold of any file. */
const anyContent: FileTouch = { access: 'read', path: '.', isTree: true, argument: 0, isOfRepository: true };

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

const comparedWith =
  (option: RegExp): Touches =>
  (parsed, argv) =>
    argv.some((word) => option.test(typeof word === 'string' ? word : (word?.prefix ?? '')))
      ? compared(parsed, argv)
      : [];

const together =
  (...all: readonly Touches[]): Touches =>
  (parsed, argv) =>
    all.flatMap((one) => one(parsed, argv));

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

/** The objects come as input. */
const CAT_MANY = ['--batch', '--batch-command'];

/** What a commit holds of these paths, or all of it. */
const archived: Touches = ({ given, positionals }, argv) => {
  const paths = positionals
    .slice(1)
    .map(({ value, index }) => ({ path: value ?? argv[index], argument: index }));
  const places = paths.length === 0 ? [{ path: '.', argument: 0 }] : paths;
  return given.has('-l') ? [] : places.map((place) => ({ ...place, access: 'read', isTree: true }));
};

/** A repository on this machine is copied with all it has kept; `host:path` and URLs are not here. */
const cloned: Touches = ({ positionals: [source] }, argv) => {
  if (source === undefined) return [];
  const place = source.value?.replace(/^file:\/\//u, '');
  return /^[^/]*:/u.test(place ?? '')
    ? []
    : [{ ...anyContent, path: place ?? argv[source.index], argument: source.index }];
};

/** The directory that is named, or that is called as its source is. */
const clonedInto: Touches = ({ positionals: [source, target] }) => {
  const name = /([^/:]+?)(?:\.git|\.bundle)?\/*$/u.exec(source?.value ?? '')?.[1];
  return filledDirectory(target ?? (source && { value: name, index: source.index }));
};

/** What a commit holds, in another directory. */
const addedTree: Touches = ({ positionals: [verb, tree] }, argv) =>
  verb?.value !== 'add'
    ? []
    : [...filledDirectory(tree), ...(argv.includes('--no-checkout') ? [] : [anyContent])];

/** A checkout that goes elsewhere. */
const movedTree: Touches = ({ positionals: [verb, , target] }) =>
  verb?.value === 'move' ? filledDirectory(target) : [];

/** A checkout with all that is in it. */
const removedTree: Touches = ({ positionals: [verb, ...trees] }, argv) =>
  verb?.value === 'remove' ? touchPositionals(trees, argv, 'remove', true) : [];

/** The file to which every later git writes what it does. */
const traced: Touches = ({ positionals: [key, target] }, argv) =>
  /^trace2\.(?:normal|perf|event)target$/iu.test(key?.value ?? '') && target?.prefix.startsWith('/') === true
    ? touchPositionals([target], argv, 'write')
    : [];

/** What a subcommand does to the paths among its words. A branch may look like a path, and is then treated as one. */
const SUBCOMMANDS: ReadonlyMap<string, Touches> = new Map<string, Touches>([
  [
    'checkout',
    together(
      fromIndex('checkout', discards('-f', '--pathspec-from-file')),
      comparedWith(/^(?:-[a-zA-Z]*p[a-zA-Z]*|--patch)$/u),
    ),
  ],
  ['switch', everythingWith('-f', '--discard-changes')],
  [
    'restore',
    together(
      fromIndex('restore', restoredByPath),
      everythingWith('--pathspec-from-file'),
      comparedWith(/^(?:-[a-zA-Z]*p[a-zA-Z]*|--patch)$/u),
    ),
  ],
  ['reset', discards('--hard', '--merge', '--keep')],
  ['read-tree', everythingWith('-u')],
  [
    'stash',
    (parsed, argv) =>
      parsed.positionals[0]?.value === 'show'
        ? comparedWith(PATCH)(parsed, argv)
        : together(stashed, comparedWith(/^(?:-[a-zA-Z]*p|--patch)$/u))(parsed, argv),
  ],
  ['clean', cleaned],
  ['checkout-index', discards('-a', '--stdin', '--prefix')],
  ['merge-file', (parsed, argv) => (parsed.given.has('-p') ? read(parsed, argv) : written(parsed, argv))],
  [
    'rm',
    (parsed, argv) => [
      ...(parsed.given.has('--cached') ? written : tracked)(parsed, argv),
      ...everythingWith('--pathspec-from-file')(parsed, argv),
    ],
  ],
  [
    'mv',
    ({ positionals }, argv) => {
      const target = positionals.at(-1);
      // A directory moves with everything in it.
      const sources = touchPositionals(positionals.slice(0, -1), argv, 'write', true).map(
        (touch): FileTouch => ({ ...touch, mayBeFile: true }),
      );
      if (target === undefined) return sources;
      const place = { path: target.value ?? argv[target.index], argument: target.index };
      return [...sources, ...touchTarget(place, sources, 'either')];
    },
  ],
  ['apply', read],
  ['am', read],
  ['add', together(added, listed, comparedWith(INTERACTIVE_ADD))],
  ['stage', together(added, listed, comparedWith(INTERACTIVE_ADD))],
  ['hash-object', together(readOrUnknown, namedByInput(/^--stdin-/u))],
  ['commit', together(committed, listed, comparedWith(INTERACTIVE))],
  ['status', comparedWith(/^(?:-[a-zA-Z]*v[a-zA-Z]*|--verbose)$/u)],
  ['update-index', together(readOrUnknown, takenAgain, namedByInput(/^--st/u))],
  ['diff', compared],
  ['difftool', compared],
  ['show', compared],
  ['range-diff', () => [anyContent]],
  ['unpack-file', () => [anyContent]],
  ['send-email', () => [anyContent]],
  ['rerere', () => [anyContent]],
  ['log', comparedWith(PATCH)],
  ['whatchanged', comparedWith(PATCH)],
  ['reflog', comparedWith(PATCH)],
  ['request-pull', comparedWith(/^-p$/u)],
  ['grep', searchedTrees],
  ['annotate', read],
  ['archive', archived],
  ['format-patch', (parsed, argv) => [anyContent, ...filesIn('-o', '--output-directory')(parsed, argv)]],
  ['mailsplit', filesIn('-o')],
  ['bugreport', filesIn('-o', '--output-directory')],
  ['diagnose', filesIn('-o', '--output-directory')],
  [
    'bundle',
    ({ positionals }, argv) => [
      ...touchPositionals(positionals.slice(1, 2), argv, 'write'),
      ...(positionals[0]?.value === 'create' ? [anyContent] : []),
    ],
  ],
  ['fast-export', () => [anyContent]],
  ['clone', together(cloned, clonedInto)],
  ['init', ({ positionals: [directory] }) => filledDirectory(directory)],
  ['submodule', ({ positionals: [verb, , path] }) => (verb?.value === 'add' ? filledDirectory(path) : [])],
  ['worktree', together(addedTree, movedTree, removedTree)],
  ['mailinfo', written],
  [
    'interpret-trailers',
    (parsed, argv) => (parsed.given.has('--in-place') ? written(parsed, argv) : read(parsed, argv)),
  ],
  ['cat-file', ({ given }) => (CAT_MANY.some((name) => given.has(name)) ? [anyContent] : [])],
  ['config', traced],
  ['blame', read],
]);

/** The options of the sub-command; undefined: it isn't known which that is. */
export function rowOfGit(argv: Arguments): Row | undefined {
  const [command] = parseLoosely(GLOBAL, argv, 1).positionals;
  return command?.value === undefined ? undefined : optionsOfGit(command.value);
}

/** What git names is known only where it looks at the repository of the directory, and by its own settings. */
function withSettings(
  touches: readonly FileTouch[],
  { given }: ParsedArguments,
  words: Arguments,
): readonly FileTouch[] {
  // A path may be written in another case then.
  if (words.some((word) => typeof word === 'string' && word.endsWith('-pathspecs')))
    return touches.map((touch) =>
      touch.gitNames === undefined ? touch : { ...touch, path: '.', isTree: true, isOfTop: true },
    );
  const others = [...given.keys()].filter((name) => name !== '-C');
  if (others.length === 0) return touches;
  const isElsewhere = others.some((name) => name !== '-c' && name !== '--config-env');
  return touches.map((touch) => {
    if (touch.gitNames === undefined) return touch;
    const { isOfTop: _isOfTop, ...plain } = touch;
    if (isElsewhere || touch.access !== 'read') return { ...plain, gitNames: undefined };
    return { ...touch, gitNames: 'all' };
  });
}

/** The files in the working tree that git touches, relative to where `-C` leads. */
export function touchesOfGit(argv: Arguments): readonly FileTouch[] {
  const global = parseLoosely(GLOBAL, argv, 1);
  const [command] = global.positionals;
  if (command === undefined) return [];
  const name = command.value ?? '';
  const parsed = parseLoosely(optionsOfGit(name), argv, command.index + 1);
  const found = [
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
    gitRunsIn: directory,
    path:
      typeof touch.path === 'string' && !touch.path.startsWith('/')
        ? directory && `${directory}/${touch.path}`
        : touch.path,
  }));
  return [...moved, ...elsewhere, ...found.filter(({ isOfRepository }) => isOfRepository === true)];
}

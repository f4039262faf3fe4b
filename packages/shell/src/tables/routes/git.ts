import { touchTarget } from '../edits/touch-target.ts';
import { touchPositionals } from '../edits/touch-positionals.ts';
import type { FileTouch } from '../file-command.ts';
import { parseLoosely } from '../parse-loosely.ts';
import type { Arguments, ParsedArguments, Row } from '../row.ts';
import { files, flags, row, values } from '../row.ts';

const GLOBAL = row({
  name: 'git',
  options: [values('-C -c --git-dir --work-tree --namespace --exec-path --config-env')],
  order: 'options-first',
  syntax: 'words',
});

const SUBCOMMAND = row({
  name: 'git',
  options: [
    flags(
      '-b -B -d --cached -r -u/--include-untracked -a/--all -n/--dry-run --hard -f/--force -l/--list --batch --batch-command',
    ),
    values(
      '-m/--message -s/--source -C -c -F -S -G -U -p --depth --branch --format --pathspec-from-file --prefix --remote --exec',
    ),
    files('-o/--output/--output-directory'),
  ],
});

const CLEAN = row({
  name: 'git',
  options: [flags('-n/--dry-run -d -f -i -x -X -q'), values('-e/--exclude')],
});

const CONFIG = row({ name: 'git', options: [files('-f/--file')] });

const READ_TREE = row({
  name: 'git',
  options: [flags('-m -u -i -n/--dry-run -v -q --reset --trivial --aggressive'), values('--prefix')],
});

const FAST_EXPORT = row({ name: 'git', options: [files('--export-marks')] });

const TRAILERS = row({
  name: 'git',
  options: [flags('--in-place'), values('--trailer --where --if-exists --if-missing')],
});

const OWN_OPTIONS: ReadonlyMap<string, Row> = new Map([
  ['read-tree', READ_TREE],
  ['fast-export', FAST_EXPORT],
  ['interpret-trailers', TRAILERS],
  ['clean', CLEAN],
  ['config', CONFIG],
]);

type Touches = (parsed: ParsedArguments, argv: Arguments) => readonly FileTouch[];

const written: Touches = ({ positionals }, argv) => touchPositionals(positionals, argv, 'write');
/** A name that no pattern can mean but one that means all that is in a directory. */
const ANY_NAME = '\uffff';

/** Git matches patterns itself; a word with one, or `.`, means a tree. A directory that is named is written throughout. */
const restored: Touches = ({ positionals }, argv) =>
  positionals.flatMap((one) => {
    const word = one.value ?? one.prefix ?? '';
    const isPattern = /^:|[*?[\\]/u.test(word);
    const isTree = isPattern || /^[./]+$/u.test(word);
    const path = isPattern ? '.' : (one.value ?? argv[one.index]);
    const touch: FileTouch = { access: 'write', path, isTree, argument: one.index };
    return isTree || one.value === undefined
      ? [touch]
      : [touch, { ...touch, path: `${one.value.replace(/\/+$/u, '')}/${ANY_NAME}` }];
  });

/** All that git tracks and has changed. */
const everything: FileTouch = { access: 'write', path: '.', isTree: true, argument: 0 };

const discards =
  (...options: readonly string[]): Touches =>
  (parsed, argv) => [
    ...restored(parsed, argv),
    ...(options.some((option) => parsed.given.has(option)) ? [everything] : []),
  ];

const read: Touches = ({ positionals }, argv) => touchPositionals(positionals, argv, 'read');
const outputs: Touches = ({ fileValues }, argv) => touchPositionals(fileValues, argv, 'write');
const readsAndOutputs: Touches = (parsed, argv) => [...read(parsed, argv), ...outputs(parsed, argv)];

/** Whatever git doesn't track there. A directory of another repository is left alone. */
const untracked = (place: Omit<FileTouch, 'access' | 'isTree' | 'removal'>): FileTouch => ({
  ...place,
  access: 'remove',
  isTree: true,
  removal: 'some',
});

const cleaned: Touches = ({ given, positionals }, argv) => {
  if (given.has('-n')) return [];
  if (positionals.length === 0) return [untracked({ path: '.', argument: 0 })];
  return positionals.map(({ value, index }) => untracked({ path: value ?? argv[index], argument: index }));
};

const stashed: Touches = (parsed, argv) => {
  const { given, positionals } = parsed;
  const [verb] = positionals;
  const takesUntracked = given.has('-u') || given.has('-a');
  const isPushing = verb === undefined || verb.value === 'push' || verb.value === 'save';
  const others = takesUntracked && isPushing ? [untracked({ path: '.', argument: 0 })] : [];
  const hasPaths = verb?.value === 'push' && (positionals.length > 1 || given.has('--pathspec-from-file'));
  // What has changed is taken away.
  return [...restored(parsed, argv), ...(isPushing && !hasPaths ? [everything] : []), ...others];
};

/** What commits hold of any file. */
const anyContent: FileTouch = { access: 'read', path: '.', isTree: true, argument: 0 };

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

/** What a subcommand does to the paths that its words name. A branch may look like a path: then it counts as one. */
const SUBCOMMANDS: ReadonlyMap<string, Touches> = new Map<string, Touches>([
  ['checkout', discards('-f')],
  ['restore', restored],
  ['reset', discards('--hard')],
  ['read-tree', ({ given }) => (given.has('-u') ? [everything] : [])],
  ['stash', stashed],
  ['clean', cleaned],
  ['checkout-index', discards('-a')],
  ['merge-file', written],
  ['rm', ({ positionals, given }, argv) => touchPositionals(positionals, argv, 'write', given.has('-r'))],
  [
    'mv',
    ({ positionals }, argv) => {
      const target = positionals.at(-1);
      const sources = touchPositionals(positionals.slice(0, -1), argv, 'write');
      if (target === undefined) return sources;
      const place = { path: target.value ?? argv[target.index], argument: target.index };
      return [...sources, ...touchTarget(place, sources, 'either')];
    },
  ],
  ['apply', read],
  ['am', read],
  ['add', read],
  ['stage', read],
  ['hash-object', read],
  ['commit', read],
  ['update-index', read],
  ['diff', readsAndOutputs],
  ['log', outputs],
  ['show', outputs],
  ['archive', (parsed, argv) => [...archived(parsed, argv), ...outputs(parsed, argv)]],
  [
    'format-patch',
    (parsed, argv) => [
      anyContent,
      ...outputs(parsed, argv),
      ...parsed.fileValues.flatMap(({ value, index }): readonly FileTouch[] =>
        value === undefined
          ? []
          : [{ access: 'write', path: `${value}/${ANY_NAME}`, isTree: false, argument: index }],
      ),
    ],
  ],
  [
    'bundle',
    ({ positionals }, argv) => [
      ...touchPositionals(positionals.slice(1, 2), argv, 'write'),
      ...(positionals[0]?.value === 'create' ? [anyContent] : []),
    ],
  ],
  ['fast-export', (parsed, argv) => [anyContent, ...outputs(parsed, argv)]],
  ['shortlog', outputs],
  ['mailinfo', written],
  [
    'interpret-trailers',
    (parsed, argv) => (parsed.given.has('--in-place') ? written(parsed, argv) : read(parsed, argv)),
  ],
  ['cat-file', ({ given }) => (CAT_MANY.some((name) => given.has(name)) ? [anyContent] : [])],
  ['config', outputs],
  ['blame', read],
  ['grep', outputs],
]);

/** The files that git is told to touch in the working tree, seen from where `-C` leads. */
export function touchesOfGit(argv: Arguments): readonly FileTouch[] {
  const global = parseLoosely(GLOBAL, argv, 1);
  const [command] = global.positionals;
  const touches = SUBCOMMANDS.get(command?.value ?? '');
  if (command === undefined || touches === undefined) return [];
  const own = OWN_OPTIONS.get(command.value ?? '') ?? SUBCOMMAND;
  const found = touches(parseLoosely(own, argv, command.index + 1), argv);
  // A work tree is seen from where `-C` leads.
  const directories = [...(global.given.get('-C') ?? []), ...(global.given.get('--work-tree') ?? [])];
  if (directories.length === 0) return found;
  const directory = directories.every((one) => one !== undefined)
    ? directories.reduce((all, one) => (one.startsWith('/') ? one : `${all}/${one}`), '.')
    : undefined;
  return found.map((touch) => ({
    ...touch,
    path:
      typeof touch.path === 'string' && !touch.path.startsWith('/')
        ? directory && `${directory}/${touch.path}`
        : touch.path,
  }));
}

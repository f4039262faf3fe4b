import { touchPositionals } from '../exact-touches/touch-positionals.ts';
import type { Argument } from '../argument.ts';
import type { FileTouch } from '../file-touch.ts';
import { changing, changingAny, commitOf } from './git-changes.ts';
import type { Touches } from './git-work-tree.ts';
import { ANY_NAME, filledDirectory, implied } from './route.ts';

/** What commits hold of any file. */
export const anyContent: FileTouch = {
  access: 'read',
  path: '.',
  isTree: true,
  argument: 0,
  isOfRepository: true,
};

/** What a commit holds of these paths, or all of it. */
export const archived: Touches = ({ given, positionals }, argv) => {
  const paths = positionals
    .slice(1)
    .map(({ value, index }) => ({ path: value ?? argv[index], argument: index }));
  const places = paths.length === 0 ? [{ path: '.', argument: 0 }] : paths;
  return given.has('-l') ? [] : places.map((place) => ({ ...place, access: 'read', isTree: true }));
};

/** A repository on this machine is copied with all it has kept; `host:path` and URLs are not here. */
export const cloned: Touches = ({ positionals: [source] }, argv) => {
  if (source === undefined) return [];
  const place = source.value?.replace(/^file:\/\//u, '');
  return /^[^/]*:/u.test(place ?? '')
    ? []
    : [{ ...anyContent, path: place ?? argv[source.index], argument: source.index }];
};

/** The directory that is named, or that is called as its source is. */
export const clonedInto: Touches = ({ positionals: [source, target] }) => {
  const name = /([^/:]+?)(?:\.git|\.bundle)?\/*$/u.exec(source?.value ?? '')?.[1];
  return filledDirectory(target ?? (source && { value: name, index: source.index }));
};

/** A repository is made in the directory that is named, or here. */
export const begun: Touches = ({ positionals: [directory] }) =>
  directory === undefined ? [implied('write', `./${ANY_NAME}`, { index: 0 })] : filledDirectory(directory);

const mayBeCheckout = (word: Argument): boolean =>
  typeof word === 'string' ? word.startsWith('--c') : (word?.prefix ?? '') === '';

/** What a commit holds, in another directory. */
export const addedTree: Touches = ({ positionals: [verb, tree, commit], given }, argv) => {
  if (verb?.value !== 'add') return [];
  const target = filledDirectory(tree);
  const isEmpty = argv.includes('--no-checkout') && !argv.some(mayBeCheckout);
  if (isEmpty || given.has('--orphan')) return target;
  const isKnown = tree?.value !== undefined && (commit === undefined || commit.value !== undefined);
  if (!isKnown) return [...target, anyContent, changingAny];
  const name = commitOf(commit?.value);
  return [
    ...target,
    { ...changing('tree', ['', name]), access: 'read' },
    changing('tree', [tree.value ?? '', name]),
  ];
};

/** A checkout that goes elsewhere. */
export const movedTree: Touches = ({ positionals: [verb, , target] }) =>
  verb?.value === 'move' ? filledDirectory(target) : [];

/** A checkout with all that is in it. */
export const removedTree: Touches = ({ positionals: [verb, ...trees] }, argv) =>
  verb?.value === 'remove' ? touchPositionals(trees, argv, 'remove', true) : [];

/** Files of any name in a directory that an option gives. */
export const filesIn =
  (...options: readonly string[]): Touches =>
  ({ fileValues }) =>
    fileValues.flatMap(({ option, value, index }) =>
      value === undefined || !options.includes(option)
        ? []
        : [{ access: 'write', path: `${value}/${ANY_NAME}`, isTree: false, argument: index }],
    );

/** The objects come as input. */
const CAT_MANY = ['--batch', '--batch-command'];

/** Options of `git cat-file` with which it shows nothing of what an object holds, whatever follows: git takes only one of its modes. */
const CAT_ABOUT = ['-t', '-s', '-e', '--batch-check'];

export function showsObject(given: ReadonlyMap<string, unknown>): boolean {
  return CAT_MANY.some((name) => given.has(name)) || !CAT_ABOUT.some((name) => given.has(name));
}

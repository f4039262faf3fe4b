import { classifyArguments } from '../../tables/classify-arguments.ts';
import type { FileTouch, GitChange } from '../../tables/file-touch.ts';
import { exactTouches } from '../../tables/exact-touches.ts';
import { possibleTouches } from '../../tables/possible-touches.ts';
import { commitsShown } from '../../tables/possible-touches/commits-shown.ts';
import type { FileEffect } from '../analysis.ts';
import { directoryChange } from '../state/directory-change.ts';
import { insertionsFor, type Insertions } from './harden.ts';
import { repositoryAt, settingsAt } from '../state/repository-at.ts';
import { anything } from '../../tables/possible-touches/route.ts';
import { goesBeyondTables } from '../running/goes-beyond-tables.ts';
import { isReadFromList, isSubstituted } from './list-words.ts';
import { useOfRepository } from './use-of-repository.ts';
import { addedItem, argumentsOf, textOf, type Item } from '../item/item.ts';
import { isPrivateVariable } from '../state/safe-variables.ts';
import { runnerRows } from '../../tables/runners/runner-rows.ts';
import { reachesNetwork } from '../../tables/network-programs.ts';
import { namedByGit } from '../path/named-by-git.ts';
import { endingsOf, pathEffects, resolvePath, type Standpoint } from '../path/path-effects.ts';
import { withNamedSources } from '../path/named-sources.ts';
import { withPlainMatches } from '../path/plain-matches.ts';
import { isHarmlessSet, isReservedName, readNames } from '../state/shell-builtins.ts';
import { directoryOf, inPlace, type State } from '../state/state.ts';
import { madePlace } from '../state/printed-place.ts';
import { standpointOf } from '../state/standpoint.ts';
import type { Shell } from '../state/walk.ts';

/** What one command does by itself, whatever its assignments and redirections, and whatever it runs inside. */
export interface Judgment {
  readonly isReadOnly: boolean;
  readonly why: string;
  readonly files: readonly FileEffect[];
  readonly isFileEdit: boolean;
  /** What it writes may be, or hold, a symbolic link. */
  readonly transfersLinks: boolean;
  readonly usesNetwork: boolean | undefined;
  readonly reportsOnMachine: boolean;
  readonly environment: Readonly<Record<string, string>>;
  readonly insertions: Insertions;
  /** It was judged where there is no git repository. */
  readonly needsNoRepository: boolean;
  /** See `CommandHardening`. */
  readonly repository: 'read' | 'may-write' | undefined;
}

/** It changes nothing, and nothing is known of it. */
export const PLAIN: Judgment = {
  isReadOnly: false,
  why: '',
  files: [],
  isFileEdit: false,
  transfersLinks: false,
  usesNetwork: undefined,
  reportsOnMachine: false,
  environment: {},
  insertions: [],
  needsNoRepository: false,
  repository: undefined,
};

export const CONTROL = new Set('exit return break continue shift'.split(' '));

/** Judges a command without the wrappers around it. */
export function judge(
  items: readonly Item[],
  shell: Shell,
  state: State,
  isNested: boolean,
  standpoint: Standpoint,
): Judgment {
  const [first] = items;
  const name = textOf(first);
  const refused = (why: string): Judgment => ({ ...PLAIN, why });
  if (first?.isLiteral !== true || name === undefined) {
    const files = uncertainFiles(items, shell, standpoint);
    return { ...refused('the name of the command is not literal'), files };
  }
  if (isReservedName(name)) return refused(`${name} is a word of the shell's grammar`);
  if (shell.facts.functions.has(name)) {
    // It may pass its words on to the program whose name it has.
    const { isReadOnly, files } = judgeProgram(items, shell, state, isNested, standpoint);
    return {
      ...refused(`${name} is a function that the script defines`),
      files: isReadOnly ? files : [],
    };
  }
  const change = directoryChange(items, shell, state);
  if (change !== undefined) {
    const { target, item } = change;
    if (target === undefined) return refused(`${name} goes to an unknown directory`);
    const files = pathEffects('list', item ?? { ...addedItem(target), written: '~' }, false, standpoint);
    return { ...PLAIN, isReadOnly: true, why: `it goes to ${target}`, files, usesNetwork: false };
  }
  const words = items.map((item) => textOf(item));
  if (CONTROL.has(name) || (name === 'set' && isHarmlessSet(words.slice(1))))
    return { ...PLAIN, isReadOnly: true, why: `${name} only steers the script`, usesNetwork: false };
  if (name === 'exec' && items.length === 1)
    return { ...PLAIN, isReadOnly: true, why: 'it only opens or closes files', usesNetwork: false };
  if (name === 'read' && readNames(words.slice(1))?.every(isPrivateVariable) === true)
    return { ...PLAIN, isReadOnly: true, why: 'it sets variables of the script', usesNetwork: false };
  const moved = inDirectoryOfGit(items, state);
  if (moved === undefined) return judgeProgram(items, shell, state, isNested, standpoint);
  const { item, rest } = moved;
  const entered = pathEffects('list', item, false, standpoint);
  const there = inPlace(state, moved.directory);
  const judged = judgeProgram(rest, shell, there, isNested, standpointOf(shell, there));
  return { ...judged, files: [...entered, ...judged.files] };
}

/** `git -C DIR …` is `git …` in that directory. Where links could make another of it, it isn't known. */
function inDirectoryOfGit(
  items: readonly Item[],
  state: State,
): { readonly item: Item; readonly directory: string; readonly rest: readonly Item[] } | undefined {
  const [git, option, item] = items;
  const text = textOf(item);
  if (textOf(git) !== 'git' || textOf(option) !== '-C' || git === undefined || item === undefined)
    return undefined;
  if (text === undefined || /^-|(?:^|\/)\.\.(?:\/|$)/u.test(text)) return undefined;
  const directory = resolvePath(text, directoryOf(state));
  return directory === undefined ? undefined : { item, directory, rest: [git, ...items.slice(3)] };
}

function judgeProgram(
  given: readonly Item[],
  shell: Shell,
  state: State,
  isNested: boolean,
  standpoint: Standpoint,
): Judgment {
  const items = textOf(given[0]) === 'git' ? given.map((item) => withRevision(item)) : given;
  const classification = classifyArguments(argumentsOf(withPlainMatches(items, standpoint)));
  if (classification.kind === 'read-only') {
    const { hardening, reads, reportsOnMachine } = classification;
    const shown = commitsShown(argumentsOf(given));
    const files = reads.flatMap((read) => {
      const { access, path, isRecursive, followsLinks, ofRepository, argument, mayNameOthers } = read;
      if (ofRepository === true) {
        const kept = repositoryEffects(shell, access, path, isRecursive, standpoint);
        return shown === undefined || !isRecursive
          ? kept
          : kept.map((one) => ofCommits(one, shown, standpoint));
      }
      // Then every word names a commit.
      if (shown !== undefined && argument !== undefined && isRecursive) return [];
      const item = argument === undefined ? undefined : items[argument];
      const isWhole = item !== undefined && (path === undefined || path === textOf(item));
      const used = isWhole ? item : { ...addedItem(path), written: path ?? '' };
      const effects = wordEffects(access, used, isRecursive, { ...standpoint, followsLinks });
      if (mayNameOthers === true) return [...effects, ...namedBy(effects, shell)];
      return followsLinks ? effects.map((effect) => ({ ...effect, levels: Infinity })) : effects;
    });
    const judgment = { ...PLAIN, files, reportsOnMachine, usesNetwork: false };
    if (hardening === undefined) return { ...judgment, isReadOnly: true, why: 'it only reads' };
    const insertions = insertionsFor(hardening, items, shell, isNested);
    if ('why' in insertions) return { ...judgment, why: insertions.why };
    const { environment, repository } = hardening;
    const hardened = { ...judgment, isReadOnly: true, why: 'it only reads', environment, insertions };
    if (repository === undefined) return hardened;
    const used = useOfRepository(repository, shell, state);
    const all = [...files, ...used.files];
    if (used.why !== undefined) return { ...judgment, why: used.why, files: all };
    return {
      ...hardened,
      files: all,
      environment: repository.isUnpinned === true ? environment : { ...environment, ...used.pins },
      needsNoRepository: used.isAbsent,
      repository: used.mayWrite ? 'may-write' : 'read',
    };
  }
  const why =
    classification.kind === 'not-read-only' ? classification.why : 'what the program does is not known';
  const made = madeFile(items, shell, state);
  if (made !== undefined) return made;
  const named = withNamedSources(items, standpoint);
  const command = exactTouches(argumentsOf(named));
  if (command === undefined)
    return {
      ...PLAIN,
      why,
      files: uncertainFiles(items, shell, standpoint),
      usesNetwork: reachesNetwork(items.map((item) => textOf(item))),
    };
  const files = command.touches.flatMap((touch) => effectsOf(touch, named, standpoint));
  const isReadOnly = files.every(({ access }) => access === 'read' || access === 'list');
  const own = isReadOnly ? 'it writes to no file' : 'it changes files';
  return {
    ...PLAIN,
    isReadOnly,
    why: own,
    files,
    isFileEdit: command.isFileEdit,
    transfersLinks: command.transfersLinks,
    usesNetwork: false,
  };
}

/** `mktemp` makes a file that is like no other. */
function madeFile(items: readonly Item[], shell: Shell, state: State): Judgment | undefined {
  const place = madePlace(
    shell,
    items.map((item) => textOf(item)),
    directoryOf(state),
  );
  if (place === undefined) return undefined;
  const file = { access: 'write', path: place, isTree: false, written: place } as const;
  return { ...PLAIN, why: 'it makes a file of its own', files: [file], isFileEdit: true, usesNetwork: false };
}

/** Of all that was there once, what certain commits show of it. */
function ofCommits(effect: FileEffect, shown: GitChange, standpoint: Standpoint): FileEffect {
  const { isPast, ...rest } = effect;
  if (isPast !== true || effect.access !== 'read') return effect;
  return namedByGit(rest, { gitNames: shown, isOfTop: true, place: '.' }, standpoint);
}

/** Of a word that stands for names of a list, those that are there now. */
function wordEffects(...given: Parameters<typeof pathEffects>): readonly FileEffect[] {
  const effects = pathEffects(...given);
  const [, { search }, , standpoint] = given;
  if (search?.areWords === undefined) return effects;
  const { areWords, isTracked } = search;
  const named = effects.map((effect) => ({ ...effect, areWords }));
  if (isTracked !== true) return named;
  return named.map((effect) => namedByGit(effect, { gitNames: 'tracked', place: '.' }, standpoint));
}

function withRevision(item: Item): Item {
  return item.revision === undefined ? item : { ...item, value: item.revision };
}

/** What a thin archive holds lies anywhere. */
function namedBy(archives: readonly FileEffect[], { walk }: Shell): readonly FileEffect[] {
  const { namesOthers = (path: string) => path.endsWith('.a') } = walk.context;
  return archives
    .filter(({ path, isTree }) => path === undefined || isTree || namesOthers(path))
    .map(({ written }) => ({ access: 'read', path: undefined, isTree: true, written }));
}

function effectsOf(
  {
    access,
    path,
    isTree: mayBeTree,
    argument,
    removal,
    changesAccess,
    endings,
    copyOf,
    reachesAll,
    gitNames,
    isOfTop,
    gitRunsIn: place = '.',
    mayBeFile,
    createsNone,
    excluded,
    isComputed,
  }: FileTouch,
  items: readonly Item[],
  standpoint: Standpoint,
): readonly FileEffect[] {
  const item = items[argument];
  const used =
    item !== undefined && item.value === path ? item : { ...addedItem(path), written: item?.written ?? '' };
  const isTree = mayBeTree && !areFiles(copyOf, standpoint);
  const sources = isTree && access === 'write' ? placesOfCopies(copyOf, standpoint) : undefined;
  const effectsOfWord = wordEffects(access, used, isTree, standpoint);
  const all =
    excluded === undefined ? effectsOfWord : effectsOfWord.map((effect) => ({ ...effect, excluded }));
  const touched = mayBeFile ? all.map((effect) => ({ ...effect, mayBeFile })) : all;
  const found = sources === undefined ? touched : touched.map((effect) => ({ ...effect, copyOf: sources }));
  const limited = endings === undefined ? found : found.map((effect) => ({ ...effect, endings }));
  const reached =
    (changesAccess ?? reachesAll) && isTree
      ? [...limited, ...leftByVariables(used, standpoint)].map((one) => ({
          ...one,
          reachesAll: true as const,
        }))
      : limited;
  const changed =
    createsNone || (access === 'write' && !isTree && isOnlyMatches(used))
      ? reached.map((effect) => ({ ...effect, createsNone: true as const }))
      : reached;
  const ending = gitNames === undefined || endings !== undefined ? undefined : endingsOf(used);
  const named =
    gitNames === undefined
      ? changed
      : changed
          .map((one) => namedByGit(one, { gitNames, isOfTop, place }, standpoint))
          .map((one) => ({ ...one, endings: ending ?? one.endings }));
  const computed =
    isComputed === true && path === undefined && (argument === 0 || textOf(item) !== undefined)
      ? named.map((effect) => (effect.path === undefined ? { ...effect, isComputed } : effect))
      : named;
  const effects = changesAccess ? computed.map((effect) => ({ ...effect, changesAccess })) : computed;
  return removal === undefined ? effects : effects.map((effect) => ({ removal, ...effect }));
}

/** A pattern or what a search found, and no more: it stands for files that are there. `"$f.bak"` and `{}.bak` need not be. */
function isOnlyMatches({ isGlob, written, search }: Item): boolean {
  const isWhole = written === '{}' || /^"?\$(?:\w+|\{\w+\})"?$/u.test(written);
  return isGlob && (search?.areWords !== undefined || isWhole || !/[$`{]/u.test(written));
}

/** Undefined where not all of them are known. */
function placesOfCopies(
  paths: FileTouch['copyOf'],
  { directory }: Standpoint,
): readonly string[] | undefined {
  const places = (paths ?? []).flatMap((path) =>
    typeof path === 'string' && !path.includes('..') ? (resolvePath(path, directory) ?? []) : [],
  );
  return places.length > 0 && places.length === paths?.length ? places : undefined;
}

function areFiles(paths: FileTouch['copyOf'], { directory, isFile }: Standpoint): boolean {
  if (paths === undefined || paths.length === 0) return false;
  return paths.every((path) => {
    const place = typeof path === 'string' ? resolvePath(path, directory) : undefined;
    return place !== undefined && isFile(place);
  });
}

/** The paths of the system that are meant if variables that nothing sets are empty: `chmod -R 777 "$x/etc"`, `cd "$x/" && chown -R me .` */
function leftByVariables(item: Item, { emptied, leftWhenEmpty }: Standpoint): readonly FileEffect[] {
  const { written } = item;
  // Of `*`, everything in the directory.
  const bare = written.replace(/\*+$/u, '');
  const text = bare === '' ? '.' : textOf(item);
  const places =
    text === undefined ? [leftWhenEmpty(bare)] : [...emptied].map((place) => resolvePath(text, place));
  return places.flatMap((path) =>
    path === undefined ? [] : [{ access: 'write', path, isTree: true, written } as const],
  );
}

/** What a command may touch whose arguments no table knows: rules that deny must see it. */
function uncertainFiles(given: readonly Item[], shell: Shell, standpoint: Standpoint): readonly FileEffect[] {
  const items = given.map((item) => asNoOption(item));
  const isGit = textOf(items[0]) === 'git';
  const isBeyond = goesBeyondTables(items, () => settingsAt(shell, standpoint.directory));
  const touches = [...possibleTouches(argumentsOf(items)), ...(isBeyond ? anything() : [])];
  const possible = touches.flatMap((touch) =>
    [
      ...effectsOf(touch, items, standpoint),
      ...(touch.isOfRepository === true ? repositoryEffects(shell, 'read', '.', true, standpoint) : []),
    ].filter(
      ({ access, path }) =>
        path !== undefined ||
        access === 'write' ||
        access === 'remove' ||
        (touch.isComputed === true && !(isGit && isOfList(items[touch.argument], standpoint))) ||
        items[touch.argument]?.lookup === 'elsewhere',
    ),
  );
  const isNamed = possible.some(({ gitNames }) => gitNames !== undefined);
  return [
    ...uncertainRemovals(items, standpoint),
    ...possible,
    ...(isNamed ? [] : matchedFiles(items, standpoint)),
  ];
}

/** What is known of such words is judged with the list: see `readsOfList`. */
function isOfList(item: Item | undefined, standpoint: Standpoint): boolean {
  const written = item?.written;
  if (written === undefined) return false;
  return (
    isReadFromList(written, standpoint) ||
    isSubstituted(written) ||
    standpoint.isOfList(written) ||
    /^"?\$(?:[@*]|\{_\})"?$/u.test(written)
  );
}

/** Files that a pattern matches and that are called as options are words of their own by now: see `withOptionWords`. */
function asNoOption(item: Item): Item {
  const { value, isGlob } = item;
  return isGlob && typeof value === 'object' ? { ...item, value: { ...value, isNoOption: true } } : item;
}

/** Programs that open nothing that their arguments name. What runs others is left to the command that it runs. */
const OPENS_NOTHING = new Set(
  'echo printf test [ set export declare typeset local readonly rm rmdir mkdir touch chmod chown chgrp find ls kill xargs parallel'.split(
    ' ',
  ),
);

/** Whatever program it is, the files that a pattern of the shell matches may be what it reads. */
function matchedFiles(items: readonly Item[], standpoint: Standpoint): readonly FileEffect[] {
  const name = textOf(items[0]);
  if (name === undefined || OPENS_NOTHING.has(name) || runnerRows.has(name)) return [];
  return items
    .slice(1)
    .filter(({ isGlob }) => isGlob)
    .flatMap((item) => pathEffects('read', item, false, standpoint))
    .filter(({ path }) => path !== undefined);
}

/** What git tells of the tree from its top, kept content too. */
function repositoryEffects(
  shell: Shell,
  access: FileEffect['access'],
  path: string | undefined,
  isTree: boolean,
  { places }: Standpoint,
): readonly FileEffect[] {
  const starts = places === undefined || places.length === 0 ? [undefined] : places;
  return starts.map((directory) => {
    const report = repositoryAt(shell, directory);
    const root =
      report.status === 'found' ? report.workTree : report.status === 'none' ? directory : undefined;
    const place = root === undefined || path === undefined ? undefined : resolvePath(path, root);
    return { access, path: place, isTree, isPast: true, written: path ?? '' };
  });
}

/**
 * Whatever `rm` may be told to remove, where its arguments don't tell all: a reason to ask must not be lost. A command
 * whose name is not known may be `rm` too: then only what no one may remove unasked counts.
 */
function uncertainRemovals(items: readonly Item[], standpoint: Standpoint): readonly FileEffect[] {
  const name = textOf(items[0]);
  if (name !== undefined && !/^(?:.*\/)?(?:rm|rmdir)$/u.test(name)) return [];
  // `rm "$1"` and `xargs rm` may be given an option too, but are there for single files.
  const isRecursive = items.some((item) => /^(?:-\w*[rR]|--r)/u.test(textOf(item) ?? ''));
  return items
    .slice(1)
    .filter((item) => {
      const text = textOf(item);
      if (name !== undefined) return text?.startsWith('-') !== true;
      return item.written.startsWith('~') || (text !== undefined && /^[./]+$/u.test(text));
    })
    .flatMap((item) => {
      const isTree = isRecursive || textOf(item) !== undefined || item.isGlob;
      return pathEffects('remove', item, isTree, standpoint);
    });
}

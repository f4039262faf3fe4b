import { posix } from 'node:path';
import type { GlobExpansion } from '../../globs/expand-glob.ts';
import { textOfPieces, type GlobPiece } from '../../globs/glob-piece.ts';
import { textOf, type Item } from '../item/item.ts';
import type { FileEffect } from '../analysis.ts';
import { mayNameAnything } from './may-name-anything.ts';
import { mayBeOfSystem } from './may-be-of-system.ts';
import { namesSome } from '../../tables/names-some.ts';

/** `~`, `$HOME`, `${HOME:?}`, `~alice`, with slashes and dots behind it that lead nowhere else. */
const HOME = /^(?:~[^/]*|\$HOME|\$\{HOME(?:[^A-Za-z0-9_}][^}]*)?\})(?:\/+\.?)*$/u;

/** One of a list in braces. */
const IN_BRACES = /[{,](?:~|\$HOME|\$\{HOME\})[^,}]*[,}]/u;

/**
 * Whether a word, as it is in the source, names a home directory, whatever that is where the command runs. Quoted by
 * single quotes or a backslash it is no such word: that must be known already.
 */
function namesHome(written: string): boolean {
  const bare = written.replaceAll(/["']/gu, '');
  return HOME.test(bare) || IN_BRACES.test(bare);
}

/** The directory in which a command runs, and whether the script has gone there itself. */
export interface Standpoint {
  readonly directory: string | undefined;
  /** The directory in which the line began. */
  readonly start: string | undefined;
  readonly home: string | undefined;
  /** The directories above the home directory and the start, which may not be removed. */
  readonly above: readonly string[];
  /** Every directory in which it may be there; undefined: any. */
  readonly places: readonly string[] | undefined;
  /** Directories in which it may be if variables that nothing sets are empty. */
  readonly emptied: ReadonlySet<string>;
  /** The path of the system that is left of a word if such variables in it are empty; undefined: none. */
  readonly leftWhenEmpty: (written: string) => string | undefined;
  /** The script reads or computes the value of this variable. */
  readonly isReadIn: (name: string) => boolean;
  /** The script is run for each name of a list. */
  readonly isGivenList: boolean;
  /** The word stands for names of a list, of any directory. */
  readonly isFromList: (written: string) => boolean;
  /** The word is a variable that takes its value from a list, whatever that is. */
  readonly isOfList: (written: string) => boolean;
  /** The word depends on what the script itself gives variables, and may name any directory for it. */
  readonly mayReachAnywhere: (written: string) => boolean;
  /** The path may lead through symbolic links that aren't known: its `..` is not certain. */
  readonly isMoved: boolean;
  /** What a word becomes here; undefined: that can't be known. */
  readonly expand: (pieces: readonly GlobPiece[], directory?: string) => GlobExpansion | undefined;
  /** Files that a pattern matches here, whatever the line does before, and whose names begin as options do. */
  readonly optionWords: (pieces: readonly GlobPiece[]) => readonly string[];
  /** A file is there now, below which nothing lies. */
  readonly isFile: (path: string) => boolean;
  /** Of links it is told what they lead to, not only the names in directories. Default false. */
  readonly followsLinks?: boolean;
}

/** What an argument that names a path touches. Where the kernel decides what `..` means, the path is as written. */
export function pathEffects(
  access: FileEffect['access'],
  item: Item,
  isTree: boolean,
  standpoint: Standpoint,
): readonly FileEffect[] {
  if (access === 'remove' && !item.isLiteral && namesHome(item.written))
    return knownEffects(access, item, isTree, standpoint).map((effect) => ({ ...effect, removal: 'home' }));
  return access === 'read' || access === 'list'
    ? eachPlace(standpoint).flatMap((place) => knownEffects(access, item, isTree, place))
    : knownEffects(access, item, isTree, standpoint);
}

/** Where it may be in one of several directories, all of which are known: after `cd src;`, which may fail. */
function eachPlace(standpoint: Standpoint): readonly Standpoint[] {
  const { directory, places = [], expand } = standpoint;
  if (directory !== undefined || places.length === 0) return [standpoint];
  return places.map((place) => ({
    ...standpoint,
    directory: place,
    places: [place],
    isMoved: true,
    expand: (pieces) => expand(pieces, place),
  }));
}

function knownEffects(
  access: FileEffect['access'],
  item: Item,
  isTree: boolean,
  standpoint: Standpoint,
): readonly FileEffect[] {
  const { written } = item;
  const text = textOf(item);
  if (text === undefined) {
    const matches = matchEffects(access, item, isTree, standpoint);
    if (matches !== undefined) return matches;
    const unknown = {
      ...unknownEffect(access, item, standpoint),
      endings: !isTree && (access === 'read' || access === 'write') ? endingsOf(item) : undefined,
    };
    if (access === 'write') return [unknown, ...hiddenMatches(item, isTree, standpoint)];
    return access === 'remove' && isTree ? unknownRemovals(unknown, item, standpoint) : [unknown];
  }
  if (NO_FILE.test(text)) return [];
  if (OF_THE_PROCESS.test(text)) return ofTheProcess(access, text, isTree, written, standpoint);
  if (resolvePath(text, standpoint.directory) === undefined)
    return inUnknownPlace(access, text, isTree, written, standpoint);
  const place = placeOf(text, standpoint);
  const isRead = access === 'read' || access === 'list';
  const isAlone = isTree && isRead && place !== undefined && standpoint.isFile(place);
  const isThroughLink = access === 'remove' && text.endsWith('/') && !isUncertain(text, standpoint);
  return [{ access, path: place, isTree: isTree && !isAlone, isThroughLink, written }];
}

/** As `resolvePath`, but as written where the kernel decides what `..` means. */
function placeOf(text: string, standpoint: Standpoint): string | undefined {
  const { directory } = standpoint;
  const path = resolvePath(text, directory);
  if (path === undefined || !isUncertain(text, standpoint)) return path;
  return (text.startsWith('/') ? text : `${directory ?? ''}/${text}`).replace(/(?<=.)\/+$/u, '');
}

/** What a pattern stands for now. A list of names tells no more than its directory does, but for what links lead to. */
function matchEffects(
  access: FileEffect['access'],
  item: Item,
  isTree: boolean,
  standpoint: Standpoint,
): readonly FileEffect[] | undefined {
  if (access !== 'read' && access !== 'list') return undefined;
  const { globs, isGlob, written } = item;
  if (!isGlob || globs.length === 0) return undefined;
  const found: GlobExpansion[] = [];
  for (const pieces of globs) {
    const expansion = standpoint.expand(pieces);
    if (expansion === undefined) return undefined;
    found.push(expansion);
  }
  const matches = found.flatMap((one) => one.matches);
  const told =
    access === 'read'
      ? matches
      : matches.filter(
          ({ link }) => link === 'to-directory' || (link === 'other' && standpoint.followsLinks),
        );
  const effects = told.map(({ path }): FileEffect => ({ access, path, isTree, written }));
  if (access === 'read') return effects;
  const { levels: _, ...beneath } = unknownEffect(access, item, standpoint);
  return [beneath, ...effects];
}

/** What the shell itself looks at to expand these words, whatever is done with them. */
export function lookupEffects(items: readonly Item[], from: Standpoint): readonly FileEffect[] {
  return eachPlace(from).flatMap((place) => lookupsAt(items, place));
}

function lookupsAt(items: readonly Item[], standpoint: Standpoint): readonly FileEffect[] {
  return items.flatMap((item) => {
    const { lookup, globs, written } = item;
    if (lookup === 'elsewhere') return [{ access: 'list', path: undefined, isTree: true, written }];
    if (lookup !== 'patterns') return [];
    const found = globs.map((pieces) => standpoint.expand(pieces));
    if (found.length === 0 || found.some((one) => one === undefined)) {
      const { levels = 0, ...effect } = unknownEffect('list', item, standpoint);
      return [levels > 1 ? { ...effect, levels: levels - 1 } : effect];
    }
    const directories = new Set(found.flatMap((one) => one?.directories ?? []));
    return [...directories].map((path): FileEffect => ({ access: 'list', path, isTree: false, written }));
  });
}

/** A last part that some shells match with `..`, and with everything above by that. */
const MATCHES_PARENT = /(?:^|\/)\.\**(?:[.?]|\[(?:[!^][^\].]*|(?![!^])[^\].]*\.[^\]]*)\])?\**$/u;

/** `~/../*`: everything there. */
const IN_PARENT = /(?:^|\/)\.\.\/+[*?]+$/u;

/** What a pattern for hidden names matches, which may be `..` too, `~/.*`, or one for everything that a `..` leads to. */
function hiddenMatches(
  { value, lookup, written }: Item,
  isTree: boolean,
  standpoint: Standpoint,
): readonly FileEffect[] {
  if (lookup !== 'elsewhere') return [];
  const prefix = typeof value === 'object' ? value.prefix : '';
  const parent = prefix.slice(0, prefix.lastIndexOf('/') + 1);
  const bare = written.replaceAll(/["']/gu, '');
  const isHidden = /(?:^|\/)\.[.*?[]*[*?[]/u.test(bare);
  if (!isHidden && !IN_PARENT.test(bare)) return [];
  const above = isTree && isHidden && MATCHES_PARENT.test(bare) ? [`${parent}..`] : [];
  return [parent === '' ? '.' : parent, ...above].flatMap((place): readonly FileEffect[] => {
    const path = resolvePath(place, standpoint.directory);
    return path === undefined ? [] : [{ access: 'write', path, isTree: true, reachesAll: true, written }];
  });
}

/** What a removal of a tree may take away besides: anything, or what is left of the path when its variables are empty. */
function unknownRemovals(
  unknown: FileEffect,
  item: Item,
  { directory, isReadIn, mayReachAnywhere, leftWhenEmpty }: Standpoint,
): readonly FileEffect[] {
  if (item.isGlob || unknown.removal !== undefined) return [unknown];
  if (mayNameAnything(item.written, isReadIn)) return [{ ...unknown, removal: 'beneath-unknown' }];
  if (mayReachAnywhere(item.written)) return [{ ...unknown, removal: 'beneath-unknown' }];
  const rest = item.approximation ?? '';
  // rm itself refuses `./` and `../`; `"$x/build"` is left to the one who wrote it.
  const left = rest.startsWith('${_}') ? '' : rest.replaceAll('${_}', '');
  const emptied = left === '' ? leftWhenEmpty(item.written) : undefined;
  const path = /^(?:\.\.?\/*)*$/u.test(left) ? emptied : resolvePath(left, directory);
  return path === undefined ? [unknown] : [unknown, { ...unknown, path }];
}

/**
 * Where the directory is not known, rules that hold anywhere must still see the name: it is reported as seen from where the
 * line began, and as unknown.
 */
function inUnknownPlace(
  access: FileEffect['access'],
  text: string,
  isTree: boolean,
  written: string,
  { start, above, places, emptied }: Standpoint,
): readonly FileEffect[] {
  const unknown: FileEffect = { access, path: undefined, isTree: true, written };
  const ofSystem = [...emptied].filter((place) => mayBeOfSystem(resolvePath(text, place) ?? ''));
  const hides = access === 'remove' && /^(?:\.\.?\/*)+$/u.test(text);
  // Of all directories, only below those above is the name one that may not be removed.
  const others = places ?? (posix.normalize(text).startsWith('..') ? [] : above);
  const from = access === 'remove' ? [start, ...others, ...ofSystem] : [start];
  const guesses = new Set(from.map((place) => resolvePath(text, place)));
  return [
    ...[...guesses].flatMap((path) =>
      path === undefined || hides ? [] : [{ access, path, isTree, written }],
    ),
    hides ? { ...unknown, removal: 'beneath-unknown' } : unknown,
  ];
}

/** Absolute and normalized, without a slash at its end. */
export function resolvePath(text: string, directory: string | undefined): string | undefined {
  if (text === '' || (directory === undefined && !text.startsWith('/'))) return undefined;
  const path = posix.resolve(directory ?? '/', text);
  return path.replace(/^\/\/+/u, '/');
}

/** Where a `..` follows what may be a symbolic link, the kernel goes elsewhere than the text says. */
function isUncertain(text: string, { isMoved }: Standpoint): boolean {
  const segments = text.split('/').filter((segment) => segment !== '' && segment !== '.');
  const first = segments.findIndex((segment) => segment !== '..');
  if (first === -1) return isMoved && segments.length > 0 && !text.startsWith('/');
  if (segments.lastIndexOf('..') > first) return true;
  return first > 0 && isMoved && !text.startsWith('/');
}

/** Links that lead each process elsewhere: to its own directory, root and descriptors. */
const OF_THE_PROCESS = /^\/+(?:proc|dev\/+fd)\//u;

function ofTheProcess(
  access: FileEffect['access'],
  path: string,
  isTree: boolean,
  written: string,
  { directory }: Standpoint,
): readonly FileEffect[] {
  const unknown: FileEffect = { access, path: undefined, isTree: true, written };
  const [, place, rest = ''] =
    /^\/+proc\/+(?:self|thread-self|\d+)\/+(root|cwd)((?:\/[^]*)?)$/u.exec(path) ?? [];
  const start = place === 'root' ? '/' : place === 'cwd' ? directory : undefined;
  const led = start === undefined ? undefined : resolvePath(`.${rest}`, start);
  return [
    { access, path, isTree, written },
    ...(led === undefined ? [] : [{ access, path: led, isTree, written }]),
    access === 'remove' ? { ...unknown, removal: 'beneath-unknown' } : unknown,
  ];
}

/** Descriptors, and what is thrown away. */
export const NO_FILE = /^\/dev\/(?:null|stdin|stdout|stderr|fd\/\d+)$/u;

/** Of a pattern, how the names end that it matches: `*.ts`. */
export function endingsOf({ globs, search }: Item): FileEffect['endings'] {
  if (search?.endings !== undefined) return search.endings;
  if (globs.length === 0) return undefined;
  const endings = globs.map((pieces) => /\*(\.\w+)$/u.exec(textOfPieces(pieces))?.[1]);
  const known = endings.filter((one) => one !== undefined);
  return known.length < endings.length ? undefined : known;
}

/** Of a pattern or a search: it lets only certain names through. */
function namesOnlySome({ written, globs, search }: Item): boolean {
  const bare = written.replaceAll(/["']/gu, '');
  // A loop variable stands for a match of the pattern that the loop goes through.
  const patterns = /[*?[]/u.test(bare) || globs.length === 0 ? [bare] : globs.map(textOfPieces);
  return search?.isSome ?? patterns.every(namesSome);
}

/** `lib/*\/`, itself or as what a loop goes through. */
function endsInSlash({ globs, written }: Item): boolean {
  return /\/["']*$/u.test(written) || globs.some((pieces) => textOfPieces(pieces).endsWith('/'));
}

function unknownEffect(access: FileEffect['access'], item: Item, standpoint: Standpoint): FileEffect {
  const { directory } = standpoint;
  const { value, written } = item;
  const bare = written.replaceAll(/["']/gu, '');
  const slash = bare.lastIndexOf('/');
  const endsInGlob = slash !== -1 && /^\/(?:\.{0,2}$|.*[*?[])/u.test(bare.slice(slash));
  // Patterns whose place is not known, someone's home, and what a command or a default says, may be anything.
  const hides =
    endsInGlob || (item.isGlob && directory === undefined) || /^~|[*?[]|\$\(|`|:[-=?+]/u.test(bare);
  if (item.isGlob && typeof value === 'object') {
    const { prefix } = value;
    const parent = prefix.slice(0, prefix.lastIndexOf('/') + 1);
    const path = placeOf(parent === '' ? '.' : parent, standpoint);
    const { search } = item;
    // What a search finds is removed itself, even if it is a link.
    const below = access === 'remove' && search?.followsLinks === false ? 0 : item.levels;
    // With a slash behind it, a match that is a link is removed where it leads.
    const levels = below > 0 && access === 'remove' && endsInSlash(item) ? below + 1 : below;
    let effect: FileEffect = { access, path, isTree: true, levels: levels > 0 ? levels : undefined, written };
    if (access !== 'remove')
      return access === 'write' && !namesOnlySome(item) ? { ...effect, reachesAll: true } : effect;
    if (path === undefined) return { ...effect, removal: 'beneath-unknown' };
    if (search?.entersLink === true) effect = { ...effect, isThroughLink: true };
    if (namesOnlySome(item)) return { ...effect, removal: 'some' };
    return below === 1 ? { ...effect, removal: 'contents' } : effect;
  }
  const effect: FileEffect = { access, path: undefined, isTree: true, written };
  return access === 'remove' && hides ? { ...effect, removal: 'beneath-unknown' } : effect;
}

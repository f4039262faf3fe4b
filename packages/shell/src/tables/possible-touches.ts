import type { Argument } from './argument.ts';
import { bareName } from './bare-name.ts';
import type { FileTouch } from './file-touch.ts';
import { changesFiles } from './exact-touches.ts';
import { isNetworkPath } from './is-network-path.ts';
import { knownWord } from './known-word.ts';
import { knownName } from './known-name.ts';
import { parseLoosely, type LooseArguments } from './parse-loosely.ts';
import { pathWords, unlistedPaths } from './path-words.ts';
import { readOnlyPrograms } from './read-only-programs.ts';
import { archiveRoutes } from './possible-touches/archives.ts';
import { buildingRoutes } from './possible-touches/building.ts';
import { touchesOfCmake } from './possible-touches/cmake.ts';
import { compressionRoutes } from './possible-touches/compression.ts';
import { editingRoutes } from './possible-touches/editing.ts';
import { touchesOfFind } from './possible-touches/find.ts';
import { rowOfGit, touchesOfGit } from './possible-touches/git.ts';
import { manifestTouches } from './possible-touches/manifests.ts';
import { mediaRoutes } from './possible-touches/media.ts';
import { networkRoutes } from './possible-touches/network.ts';
import { readingRoutes } from './possible-touches/reading.ts';
import { removerRoutes } from './possible-touches/removers.ts';
import { implied, type Route } from './possible-touches/route.ts';
import { runningRoutes } from './possible-touches/running.ts';
import { scriptRoutes } from './possible-touches/scripts.ts';
import { systemRoutes } from './possible-touches/system.ts';
import { textRoutes } from './possible-touches/text.ts';
import { transferRoutes } from './possible-touches/transfers.ts';
import type { Arguments, Row } from './row.ts';
import { responseFiles } from './response-files.ts';
import { runnerRows } from './runners/runner-rows.ts';
import { findGrant } from './sluice/find-grant.ts';
import { treeReads } from './trees/tree-reads.ts';

const routes: ReadonlyMap<string, Route> = new Map([
  ...archiveRoutes,
  ...buildingRoutes,
  ...compressionRoutes,
  ...editingRoutes,
  ...mediaRoutes,
  ...networkRoutes,
  ...readingRoutes,
  ...removerRoutes,
  ...runningRoutes,
  ...scriptRoutes,
  ...systemRoutes,
  ...textRoutes,
  ...transferRoutes,
]);

const SPECIAL: ReadonlyMap<string, (argv: Arguments) => readonly FileTouch[]> = new Map([
  ['cmake', touchesOfCmake],
  ['dd', touchesOfLooseDd],
  ['find', touchesOfFind],
  ['git', touchesOfGit],
]);

/**
 * Files that a command may touch which no table knows exactly. It says enough for a rule to deny, and never enough to
 * allow: files may be missing, and an operand may be of another kind.
 */
export function possibleTouches(argv: readonly Argument[]): readonly FileTouch[] {
  const word = knownWord(argv[0]);
  const own = bareName(word) ?? word?.slice(word.lastIndexOf('/') + 1);
  if (own === undefined) return [];
  const name = knownName(own);
  const more = [
    ...treeReads(name, argv),
    ...manifestTouches(name, argv),
    ...settingsOfSluice(name, argv),
    ...responseFiles(name, argv),
  ];
  return more.length === 0
    ? namedTouches(name, argv)
    : [...namedTouches(name, argv), ...usable(more, argv, argv)];
}

/** A place in the settings that `sluice mcp approve a` changes: such a path is protected wherever it is. */
const SETTINGS = '.sluice/settings.json';

function settingsOfSluice(name: string, argv: Arguments): readonly FileTouch[] {
  const grant = findGrant(name, argv, () => false);
  return grant?.isStored === true ? [implied('write', SETTINGS, { index: Math.max(grant.index, 1) })] : [];
}

/** By first name, the options that a table for deny rules knows of a program. */
export function optionsOf(name: string, argv: Arguments): readonly string[] {
  const row = name === 'git' ? rowOfGit(argv) : routes.get(name)?.row;
  return row?.options.flatMap(({ names }) => names.slice(0, 1)) ?? [];
}

/** The options and operands of a program that only a table for deny rules knows. */
export function looseArguments(argv: Arguments): LooseArguments | undefined {
  const word = knownWord(argv[0]);
  const found = routes.get(knownName(word?.slice(word.lastIndexOf('/') + 1) ?? ''));
  return found === undefined ? undefined : parseLoosely(found.row, argv, 1);
}

/** What a table for deny rules knows of a program. */
export const routeOf = (name: string): Route | undefined => routes.get(name);

/** Whether any table knows a program of this name. */
export function isKnownProgram(name: string): boolean {
  return (
    [routes, SPECIAL, readOnlyPrograms, runnerRows].some((table) => table.has(name)) || changesFiles(name)
  );
}

export function namedTouches(name: string, argv: Arguments): readonly FileTouch[] {
  const special = SPECIAL.get(name);
  const route = routes.get(name);
  if (special !== undefined) return usable(special(argv), argv, argv);
  if (route !== undefined) {
    const words = route.row.rewrite?.(argv) ?? argv;
    const touches = route.touches(parseLoosely(route.row, words, 1), words);
    return usable([...touches.map(withUnknown), ...unlistedPaths(route.row, words)], words, argv);
  }
  const program = readOnlyPrograms.get(name);
  if (program === undefined) return changesFiles(name) ? [] : usable(pathWords(argv), argv, argv);
  return 'decide' in program ? [] : usable(possibleReads(program, argv).map(withUnknown), argv, argv);
}

function isUnlisted({ options }: Row, word: Argument): boolean {
  if (typeof word !== 'string' || !/^--[^=]+$/u.test(word)) return false;
  return !options.some(({ names }) => names.includes(word));
}

/** A program that is known to read, with an option that isn't known. */
function possibleReads(row: Row, argv: Arguments): readonly FileTouch[] {
  const words = row.rewrite?.(argv) ?? argv;
  if (row.subcommands !== undefined) return pathWords(words);
  const parsed = parseLoosely(row, words, 1);
  const { first, rest, otherwise } = row.positionals(parsed);
  const operands = parsed.positionals.flatMap(({ value, index }, place) => {
    const role = first[place] ?? rest;
    return role === 'file' || role === 'tree' ? [{ value, index, isRecursive: role === 'tree' }] : [];
  });
  // `rg --pre cat x` searches where it stands.
  const unlisted = words.slice(1).filter((word) => isUnlisted(row, word)).length;
  // The word after an option that isn't listed may be its value.
  const isHere = otherwise === 'tree' && parsed.positionals.length <= first.length + unlisted;
  const here = isHere ? [{ value: '.', index: 0, isRecursive: true }] : [];
  const named = [...parsed.fileValues, ...operands, ...here].map(
    ({ value, index, isRecursive }): FileTouch => ({
      access: 'read',
      path: value ?? words[index],
      isTree: isRecursive,
      argument: index,
    }),
  );
  return [...named, ...unlistedPaths(row, words)];
}

/** A table says that the program reads its operands: one that isn't known may be any file. */
function withUnknown(touch: FileTouch): FileTouch {
  const { access, path } = touch;
  const isUnknown = path === undefined || (typeof path === 'object' && path.prefix === '');
  return access === 'read' && isUnknown ? { ...touch, isComputed: true } : touch;
}

/** What is read and isn't known at all may be anything; of a program that no table knows, that is no reason to ask. */
function usable(touches: readonly FileTouch[], words: Arguments, argv: Arguments): readonly FileTouch[] {
  return touches.flatMap((touch): readonly FileTouch[] => {
    const { access, path, isComputed } = touch;
    if (isComputed === true && typeof path !== 'string') return [inWordsOf(touch, words, argv)];
    if (path === '-' || path === '' || isNetworkPath(path)) return [];
    if (access === 'read' && (path === undefined || (typeof path === 'object' && path.prefix === '')))
      return [];
    return [inWordsOf(touch, words, argv)];
  });
}

function inWordsOf(touch: FileTouch, words: Arguments, argv: Arguments): FileTouch {
  return words === argv ? touch : { ...touch, argument: Math.max(1, argv.indexOf(words[touch.argument])) };
}

/** `dd if=a of=b`, whatever its other operands. */
function touchesOfLooseDd(argv: Arguments): readonly FileTouch[] {
  return argv.flatMap((word, argument): readonly FileTouch[] => {
    const [, name, path] = typeof word === 'string' ? (/^(if|of)=(.*)$/su.exec(word) ?? []) : [];
    if (path === undefined) return [];
    return [{ access: name === 'if' ? 'read' : 'write', path, isTree: false, argument }];
  });
}

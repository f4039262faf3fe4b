import { posix } from 'node:path';
import { textOfPieces } from '../../globs/glob-piece.ts';
import { expandGlob, type GlobExpansion } from '../../globs/expand-glob.ts';
import { parseCommand } from '../../parse/parse-command.ts';
import type { Word } from '../../tree.ts';
import { mayBeOfSystem } from '../path/may-be-of-system.ts';
import type { Standpoint } from '../path/path-effects.ts';
import { leftWhenEmpty } from './left-when-empty.ts';
import { mayReachAnywhere } from './reach.ts';
import { directoryOf, type State } from './state.ts';
import type { Shell, Walk } from './walk.ts';

/** From where a command at this point of a script sees paths. */
export function standpointOf(shell: Shell, state: State): Standpoint {
  const { walk, facts, bindings } = shell;
  const directory = directoryOf(state);
  const start = walk.context.cwd;
  const kept = [walk.context.home, start, directory].filter((path) => path !== undefined);
  const mayReach = (written: string): boolean => {
    const word = wordOf(written);
    return (
      word !== undefined &&
      mayReachAnywhere(word, { bindings, latest: facts.mayRepeat ? new Map() : state.latest, kept })
    );
  };
  return {
    directory,
    start,
    home: walk.context.home,
    above: [...new Set([walk.context.home, start].flatMap(parentsOf))],
    places: state.places,
    emptied: walk.emptied,
    leftWhenEmpty: (written) => {
      const word = wordOf(written);
      const path = word === undefined ? undefined : leftWhenEmpty(word, shell);
      return path !== undefined && mayBeOfSystem(path) ? path : undefined;
    },
    isReadIn: (name) => facts.readIn.has(name),
    isGivenList: facts.listed.has('@'),
    isFromList: (written) => {
      const names = [...written.matchAll(PARAMETER)].flatMap(([, name = '']) => name);
      const found = names.filter((name) => facts.listed.has(name));
      if (found.some((name) => /^[@*\d]$/u.test(name))) return true;
      return found.length > 0 && (facts.mayRepeat || !written.startsWith('"')) && mayReach(written);
    },
    isOfList: (written) => facts.listed.has(/^"?\$\{?(\w+)\}?"?$/u.exec(written)?.[1] ?? ''),
    mayReachAnywhere: mayReach,
    isFile: (path) => isFileOfLine(walk, path) || isFileNow(walk, path),
    isMoved: directory !== start,
    optionWords: (pieces) => (state.places ?? []).flatMap((place) => optionWords(walk, pieces, place)),
    expand: (pieces, place = directory) => (place === undefined ? undefined : expanded(walk, pieces, place)),
  };
}

/** Without the root: everything below it is kept. */
function parentsOf(path: string | undefined): readonly string[] {
  if (path === undefined) return [];
  const parent = posix.dirname(path);
  return parent === '/' || parent === '.' ? [] : [parent, ...parentsOf(parent)];
}

const PARAMETER = /\$\{?(\w+|[@*])/gu;

/** A word of a command as the source has it; undefined: it is not one word. */
function wordOf(written: string): Word | undefined {
  const parsed = parseCommand(`: ${written}`);
  const command = parsed.kind === 'script' ? parsed.script.items[0]?.command : undefined;
  return command?.type === 'simple' && command.words.length === 2 ? command.words[1] : undefined;
}

/** `jq . a > b`: a redirection has made it a file, if it wasn't one before, and nothing else has changed it since. */
function isFileOfLine({ written, commands, copies, context, names, mayRepeat }: Walk, path: string): boolean {
  const isWritten = written.some((one) => one.path === path && one.isRedirected);
  if (!isWritten || mayRepeat || copies.some((copy) => copy.path === path)) return false;
  const isChanged = commands.some(({ files }) =>
    files.some((file) => file.path === path && (file.access === 'write' || file.access === 'remove')),
  );
  const { realName } = context;
  return (
    !isChanged && realName !== undefined && (realName(path) === undefined || names?.isFile?.(path) === true)
  );
}

/** It is looked up, as a pattern is: what the line does first may change it. */
function isFileNow({ context: { globFiles }, expansions }: Walk, path: string): boolean {
  if (globFiles?.isFile === undefined) return false;
  expansions.set(`file ${path}`, 'unknown');
  return globFiles.isFile(path);
}

function optionWords(
  { names, optionWords: known }: Walk,
  pieces: Parameters<Standpoint['expand']>[0],
  directory: string,
): readonly string[] {
  if (names === undefined) return [];
  const key = JSON.stringify([directory, pieces]);
  const found = known.get(key);
  if (found !== undefined) return found;
  const matches = expandGlob(pieces, directory, names)?.matches ?? [];
  const words = matches
    .map(({ path }) => path.slice(directory.length).replace(/^\/+/u, ''))
    .filter((word) => word.startsWith('-') && word !== textOfPieces(pieces));
  known.set(key, words);
  return words;
}

/** Each pattern is looked up once. */
function expanded(
  { context, expansions }: Walk,
  pieces: Parameters<Standpoint['expand']>[0],
  directory: string,
): GlobExpansion | undefined {
  const { globFiles } = context;
  if (globFiles === undefined) return undefined;
  const key = JSON.stringify([directory, pieces]);
  const known = expansions.get(key);
  if (known !== undefined) return known === 'unknown' ? undefined : known;
  const found = expandGlob(pieces, directory, globFiles);
  expansions.set(key, found ?? 'unknown');
  return found;
}

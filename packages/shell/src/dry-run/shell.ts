import { posix } from 'node:path';
import type { Command, Script } from '../tree.ts';
import { HOLE } from './marks.ts';

/** What a dry run may look at, and where it begins. */
export interface DryRunContext {
  /** Absolute; undefined: not known. */
  readonly cwd: string | undefined;
  readonly home: string | undefined;
  /** The text of a file as the line may find it; undefined: there is none, or it isn't known. */
  readonly readText: (path: string) => string | undefined;
  /** The path without symbolic links; undefined: there is no such file. */
  readonly realName: (path: string) => string | undefined;
}

/** A command with the words that it would have. */
export interface FoundCommand {
  readonly text: string;
  readonly cwd: string | undefined;
  /** A script says it, which runs as it is. */
  readonly isInFile: boolean;
}

/** What all shells of one dry run share. */
export interface World {
  readonly context: DryRunContext;
  readonly found: Map<string, FoundCommand>;
  /** Texts of files that the line writes, and of what it substitutes for files. */
  readonly files: Map<string, string>;
  /** Commands that list names: see `asList`. */
  readonly lists: string[];
  /** Symbolic links that the line makes. */
  readonly links: Map<string, string>;
  /** Commands that may still be looked at. */
  steps: number;
  /** Characters of values that may still be made. */
  characters: number;
}

/** The words of an array; of a plain variable there is one. */
export type Values = readonly string[];

/** More values of one variable are not tried. */
const MAX_ALTERNATIVES = 4;

/** One shell, as far as it can be followed without running anything. */
export interface Shell {
  readonly world: World;
  /** The values that each may have. */
  variables: Map<string, readonly Values[]>;
  exported: Set<string>;
  functions: Map<string, Command>;
  /** Words that a name stands for. */
  names: Map<string, Values>;
  /** Texts that names stand for. */
  aliases: Map<string, string>;
  /** What everything that is printed is given to. */
  sinks: readonly Script[];
  /** `$0` is not part of it; undefined: not known. */
  parameters: Values | undefined;
  /** It tests what it is given, so one that is missing may never be used. */
  testsParameters: boolean;
  traps: string[];
  cwd: string | undefined;
  input: string | undefined;
  output: string[];
  /** It has come to an `exit`, so that nothing more of it runs. */
  isOver: boolean;
  exportsAll: boolean;
  /** Which of the values of each variable is used. */
  turn: number;
  /** Within how many functions, scripts and texts: 0 is the line itself. */
  depth: number;
  /** It runs the text of a file. */
  isInFile: boolean;
}

/** What a program runs: the text of a script, or the words of another command. */
export interface ProgramCall {
  readonly shell: Shell;
  readonly text?: string | undefined;
  readonly words?: Values | undefined;
  /** Some of the words come from a list. Default false. */
  readonly isListed?: boolean;
  /** The text is that of a file. Default false. */
  readonly isOfFile?: boolean;
}

export function openShell(world: World): Shell {
  return {
    world,
    variables: new Map(),
    exported: new Set(),
    functions: new Map(),
    names: new Map(),
    aliases: new Map(),
    sinks: [],
    parameters: undefined,
    testsParameters: false,
    traps: [],
    cwd: world.context.cwd,
    input: undefined,
    output: [],
    isOver: false,
    exportsAll: false,
    turn: 0,
    depth: 0,
    isInFile: false,
  };
}

/** A subshell. */
export function forkShell(shell: Shell): Shell {
  return {
    ...shell,
    variables: new Map(shell.variables),
    exported: new Set(shell.exported),
    functions: new Map(shell.functions),
    names: new Map(shell.names),
    aliases: new Map(shell.aliases),
    traps: [...shell.traps],
    output: [],
  };
}

/** Another program, which is given the environment. */
export function childShell(shell: Shell, parameters: Values): Shell {
  const { exported } = shell;
  return {
    ...openShell(shell.world),
    variables: new Map([...shell.variables].filter(([name]) => exported.has(name))),
    functions: new Map([...shell.functions].filter(([name]) => exported.has(name))),
    exported: new Set(exported),
    cwd: shell.cwd,
    input: shell.input,
    turn: shell.turn,
    depth: shell.depth + 1,
    isInFile: shell.isInFile,
    parameters,
  };
}

/** Either of two ways may have been taken. */
export function joinShells(into: Shell, other: Shell): void {
  if (other.isOver) return;
  if (into.isOver) {
    const { output } = into;
    Object.assign(into, other, { output });
    return;
  }
  for (const [name, values] of other.variables) addValues(into, name, values);
  for (const [name, body] of other.functions) into.functions.set(name, body);
  for (const name of other.exported) into.exported.add(name);
}

function addValues(shell: Shell, name: string, values: readonly Values[]): void {
  const known = shell.variables.get(name) ?? [];
  const more = values.filter((one) => !known.some((other) => other.join('\0') === one.join('\0')));
  shell.variables.set(name, [...known, ...more].slice(0, MAX_ALTERNATIVES));
}

export function setVariable(shell: Shell, name: string, values: Values): void {
  shell.world.characters -= values.join('').length;
  const kept = shell.world.characters < 0 ? [HOLE] : values.map((value) => value.replaceAll('\0', ''));
  if (shell.turn > 0) addValues(shell, name, [kept]);
  else shell.variables.set(name, [kept]);
  if (shell.exportsAll) shell.exported.add(name);
}

/** Undefined: the line doesn't set it. */
export function variable(shell: Shell, name: string): Values | undefined {
  const values = shell.variables.get(name);
  if (values !== undefined) return values[shell.turn % Math.max(1, values.length)];
  const { cwd, world } = shell;
  if (name === 'HOME') return world.context.home === undefined ? undefined : [world.context.home];
  if (name === 'PWD') return cwd === undefined ? undefined : [cwd];
  return undefined;
}

/** Absolute and normalized; undefined where it isn't known. */
export function placeOf(shell: Shell, path: string): string | undefined {
  if (path === '' || path.includes(HOLE)) return undefined;
  if (path.startsWith('/')) return posix.normalize(path);
  return shell.cwd === undefined ? undefined : posix.resolve(shell.cwd, path);
}

/** The same without the symbolic links of the line and those that are there. */
export function realPlace({ world: { links, context } }: Shell, path: string): string {
  let place = path;
  for (let turn = 0; turn < 10; turn += 1) {
    const link = [...links].find(([at]) => place === at || place.startsWith(`${at}/`));
    if (link === undefined) break;
    place = posix.resolve(posix.dirname(link[0]), link[1]) + place.slice(link[0].length);
  }
  return context.realName(place) ?? place;
}

export function textAt(shell: Shell, path: string | undefined): string | undefined {
  const place = path === undefined ? undefined : placeOf(shell, path);
  if (place === undefined) return undefined;
  return shell.world.files.get(place) ?? shell.world.context.readText(realPlace(shell, place));
}

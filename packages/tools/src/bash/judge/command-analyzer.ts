import { constants, existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { AnalyzedCommand, CommandAnalysis, GlobFiles } from '@sluice/shell';
import { createRepositoryReader } from '../repository/create-repository-reader.ts';
import { findGit } from '../repository/find-git.ts';
import { loadedShell } from '../settings/shell.ts';
import { isThinArchive } from './is-thin-archive.ts';
import { firstMoved, placesOf, type Places } from './places-of.ts';
import { suspectDirectories } from '../repository/suspect-directories.ts';

interface AnalyzerOptions {
  /** Source of `HOME`, `PATH` and git's variables. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute: programs found below it through the search path are not trusted to be the system's. */
  readonly workspace: string | undefined;
  /** Where a command's patterns are expanded, queried each time; undefined: they may match anything. */
  readonly globFiles?: (() => GlobFiles) | undefined;
}

/** Analyzes commands, once for each input and directory. */
export interface CommandAnalyzer {
  analyze(input: { readonly command: string }, cwd: string | undefined): CommandAnalysis;
  /** Analyzes again, because the repository around it may have changed. */
  analyzeNow(command: string, cwd: string | undefined): CommandAnalysis;
  /** The same as `analyze`, for a decision: where its paths lead now is what they are compared with when the command starts. */
  judge(input: { readonly command: string }, cwd: string | undefined): CommandAnalysis;
  /** A path that leads elsewhere than when the input was judged. */
  movedSince(input: { readonly command: string }): string | undefined;
  /**
   * Analyzes an input again if its patterns may match other names, or its scripts say something else, now that earlier calls have
   * settled.
   */
  refresh(input: { readonly command: string }): void;
  /** Absolute paths of the scripts that the analysis of this input has read, those that scripts run included; they need not exist. */
  scriptsRead(input: { readonly command: string }): readonly string[];
  /** Drops the cached analysis of this input. */
  forget(input: { readonly command: string }): void;
}

interface Known {
  readonly cwd: string | undefined;
  readonly analysis: CommandAnalysis;
  /** Those that the analysis has read. */
  readonly scripts: readonly string[];
}

export function createCommandAnalyzer({ env, workspace, globFiles }: AnalyzerOptions): CommandAnalyzer {
  const known = new WeakMap<object, Known>();
  const judged = new WeakMap<object, Places>();
  const suspects = suspectDirectories(env['PATH'], workspace);
  const repository = createRepositoryReader({
    env,
    git: () => findGit(env['PATH'], (directory) => suspects.includes(directory)),
  });
  const analyzed = (command: string, cwd: string | undefined): Omit<Known, 'cwd'> => {
    const scripts: string[] = [];
    const analysis = loadedShell().analyzeCommand(command, {
      cwd,
      home: env['HOME'],
      temporary: temporaryDirectory(env),
      ignoresCase: areProgramsFoundInAnyCase(),
      repository,
      globFiles: globFiles?.(),
      realName,
      readText(path) {
        scripts.push(path);
        return readText(path);
      },
      namesOthers: isThinArchive,
      isExported: (name) => env[name] !== undefined,
    });
    return {
      analysis: suspects.length === 0 ? analysis : withoutShadowed(analysis, suspects, cwd),
      scripts,
    };
  };
  const analyze = (input: { readonly command: string }, cwd: string | undefined): CommandAnalysis => {
    const found = known.get(input);
    if (found !== undefined && found.cwd === cwd) return found.analysis;
    const now = analyzed(input.command, cwd);
    known.set(input, { cwd, ...now });
    return now.analysis;
  };
  return {
    analyze,
    analyzeNow: (command, cwd) => analyzed(command, cwd).analysis,
    judge(input, cwd) {
      const analysis = analyze(input, cwd);
      judged.set(input, placesOf(analysis));
      return analysis;
    },
    movedSince(input) {
      const places = judged.get(input);
      return places === undefined ? undefined : firstMoved(places);
    },
    scriptsRead: (input) => known.get(input)?.scripts ?? [],
    forget: (input) => void known.delete(input),
    refresh(input) {
      const { analysis, scripts: read = [] } = known.get(input) ?? {};
      if (analysis === undefined) return;
      // What a command that only reads was scheduled for must not change.
      if (analysis.expandsPatterns || (read.length > 0 && !analysis.isReadOnly)) known.delete(input);
    },
  };
}

/** Where `mktemp` makes files. */
function temporaryDirectory({ TMPDIR: given }: AnalyzerOptions['env']): string | undefined {
  if (given === undefined || given === '') return '/tmp';
  return given.startsWith('/') ? given : undefined;
}

/** Longer scripts are not read. */
const MAX_TEXT_BYTES = 64 * 1024;

/** Without O_NONBLOCK, opening a pipe would wait for a writer. */
function readText(path: string): string | undefined {
  try {
    const found = statSync(path);
    if (!found.isFile() || found.size > MAX_TEXT_BYTES) return undefined;
    return readFileSync(path, { encoding: 'utf8', flag: constants.O_RDONLY | constants.O_NONBLOCK });
  } catch {
    return undefined;
  }
}

function realName(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** A program that would be found in the workspace can be anything, whatever its name. */
function withoutShadowed(
  analysis: CommandAnalysis,
  suspects: readonly string[],
  cwd: string | undefined,
): CommandAnalysis {
  let isShadowed = false;
  const commands = analysis.commands.map((command): AnalyzedCommand => {
    if (!command.readsItself) return command;
    const shadow = programsOf(command)
      .map((name) => ({ name, place: findIn(suspects, name, command.cwd ?? cwd) }))
      .find(({ place }) => place !== undefined);
    if (shadow === undefined) return command;
    isShadowed = true;
    return {
      ...command,
      isReadOnly: false,
      readsItself: false,
      why: `${shadow.name} would run ${shadow.place}, a program in the workspace`,
    };
  });
  return isShadowed ? { ...analysis, commands, isReadOnly: false } : analysis;
}

/** Names looked up on the search path when a command runs: its own, those of wrappers, and those that each starts. */
function programsOf({ argv, unwrapped }: AnalyzedCommand): readonly string[] {
  const own = argv.slice(0, Math.max(1, argv.length - unwrapped.length + 1));
  const known = own.filter((word) => word !== undefined);
  const started = known.flatMap((word) => loadedShell().startedPrograms(word));
  return [...known.filter((word) => !word.includes('/')), ...started];
}

function findIn(directories: readonly string[], name: string, cwd: string | undefined): string | undefined {
  return directories
    .map((directory) => (isAbsolute(directory) ? join(directory, name) : join(cwd ?? '/', directory, name)))
    .find((path) => {
      try {
        return statSync(path, { throwIfNoEntry: false }) !== undefined;
      } catch {
        return true;
      }
    });
}

let answer: boolean | undefined;

/** Whether the programs' file system ignores case, as on macOS, where `/BIN/SH` is `/bin/sh`. */
function areProgramsFoundInAnyCase(): boolean {
  return (answer ??= existsSync('/BIN/SH') || existsSync('/USR/BIN/ENV'));
}

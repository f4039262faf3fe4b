import type { RepositoryReport } from '../../tables/repository.ts';
import type { GlobExpansion } from '../../globs/expand-glob.ts';
import type { GlobFiles } from '../../globs/glob-files.ts';
import type { OpaqueReason, Script, SimpleCommand, Spanned } from '../../tree.ts';
import type { AnalyzedCommand, AnalysisContext, FileEffect } from '../analysis.ts';
import type { Copy } from '../path/copies-of.ts';
import type { CommandWithVariables } from './variable-paths.ts';
import type { Bindings } from './bindings.ts';
import type { Facts } from './facts.ts';
import type { Outcome, State } from './state.ts';
import type { WrittenText } from './written-text.ts';

/** One analysis: what has been found so far, and what it may still spend. */
export interface Walk {
  readonly source: string;
  readonly context: AnalysisContext;
  readonly commands: AnalyzedCommand[];
  readonly environment: Map<string, string>;
  /** By offset in the source. */
  readonly insertions: Map<number, string>;
  readonly prefixes: Set<number>;
  /** Places in which a command may have put symbolic links, with its index. */
  readonly transfers: { readonly after: number; readonly path: string }[];
  readonly copies: Copy[];
  /** What the line writes to files, in its order. */
  readonly written: WrittenText[];
  /** Commands for which variables are set, with these. */
  readonly given: CommandWithVariables[];
  /** Commands that only read if the whole line does: what they need can't be given to them alone. */
  readonly wholeLineOnly: Set<AnalyzedCommand>;
  readonly repositories: Map<string, RepositoryReport>;
  /** Where the line may go if variables that nothing sets are empty. */
  readonly emptied: Set<string>;
  /** Files and directories that `mktemp` makes. */
  readonly fresh: Set<string>;
  /** Some git command runs in another directory than the line began in. */
  isGitMoved: boolean;
  /** It, or a script that it gives to a shell, has loops or functions: a command may run after itself. */
  mayRepeat: boolean;
  /** See `activationOf`. */
  activation: SimpleCommand | undefined;
  /** Commands that only read as long as no other part of the line makes a repository. */
  readonly repositoryLess: Set<AnalyzedCommand>;
  /** What is there now, even where the line may change it before. */
  readonly names: GlobFiles | undefined;
  /** Names that look like options, by pattern and directory. */
  readonly optionWords: Map<string, readonly string[]>;
  /** What patterns stand for, by directory and pattern. */
  readonly expansions: Map<string, GlobExpansion | 'unknown'>;
  /** What the shell may look up because a value turns out to be a pattern, which it doesn't where patterns are off. */
  readonly valueLookups: Set<FileEffect>;
  /** See `CommandHardening`. */
  repository: 'read' | 'may-write' | undefined;
  changesDirectory: boolean;
  reportsOnMachine: boolean;
  opaque: { readonly reason: OpaqueReason; readonly message: string; readonly at: number } | undefined;
  /** Characters of commands inside arguments that may still be looked at. */
  budget: number;
  /** Characters of values of variables that may still be put into words. */
  expansionBudget: number;
  /** The walk over a script, which commands inside arguments go through again. */
  readonly run: (shell: Shell, script: Script, state: State) => Outcome;
}

/** One shell that reads one text: the command line itself, or the text of a `bash -c`. */
export interface Shell {
  readonly walk: Walk;
  readonly source: string;
  readonly facts: Facts;
  /** What its text gives variables, and after it what the text of each shell around it does. */
  readonly bindings: readonly Bindings[];
  /** Why its commands need not be what their names say. */
  readonly distrust: string | undefined;
  /** See `Facts`. */
  readonly doubt: string | undefined;
  /** The command of the line that runs it; undefined: it is the line. */
  readonly span: Spanned | undefined;
  readonly via: readonly string[];
}

/** Commands inside the arguments of others, deeper than people write. */
const DEEPEST = 8;

/** Gives up on the whole: the first reason stands. */
export function giveUp(walk: Walk, reason: OpaqueReason, message: string, at: number): void {
  walk.opaque ??= { reason, message, at };
}

/** Whether there is room for a command inside another's arguments; if not, the whole is opaque. */
export function mayDescend(shell: Shell, size: number, at: number): boolean {
  const { walk, via } = shell;
  walk.budget -= size;
  if (walk.budget < 0 || via.length >= DEEPEST)
    giveUp(walk, 'too-deep', 'commands inside the arguments of others are too many or too deep', at);
  return walk.opaque === undefined;
}

/** Whether there is room for a value of this length in a word; if not, the whole is opaque. */
export function mayExpand(walk: Walk, size: number): boolean {
  walk.expansionBudget -= size;
  if (walk.expansionBudget < 0) giveUp(walk, 'too-deep', 'its variables stand for too much text', 0);
  return walk.expansionBudget >= 0;
}

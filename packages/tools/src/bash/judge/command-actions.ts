import type { CallActions, CommandAction, FileAction } from '@sluice/core';
import { hardenCommand } from './harden-command.ts';
import { keptGitAnswers, type KeptOfGit } from './kept-git-answers.ts';
import { takesOffStash } from './own-stash.ts';
import { directoryWithin, placeBeyond, relativePart } from './unknown-place.ts';
import { hasNoNewLinks, isAlone, isUndisturbed, LOOP } from './undisturbed.ts';
import { reachedPaths } from './reached-paths.ts';
import type { AnalyzedCommand, CommandAnalysis, FileEffect } from '@sluice/shell';

interface ActionOptions {
  /** Nothing but this command does more than read. */
  readonly isAlone?: boolean;
  /** Nothing that comes before it does more than read. */
  readonly isUndisturbed?: boolean;
  /** No other command of the line may make a symbolic link before. */
  readonly hasNoNewLinks?: boolean;
  /** What git names when the command runs is what it names now. */
  readonly keptOfGit?: KeptOfGit;
  /** Searches leave out what rules deny or ask about. */
  readonly leavesOut: boolean;
  /** Where the line begins, absolute. */
  readonly cwd?: string | undefined;
  /** Home directories for the command, which may differ from the session's. */
  readonly homes: readonly string[];
  /** The command runs only in a sandbox that hides what rules deny. */
  readonly hidesDenied: boolean;
  /** The command runs only in a sandbox that shuts out what is outside the working directories. */
  readonly isConfined: boolean;
}

/** What a command does, as permission rules see it. */
export function commandActions(analysis: CommandAnalysis, options: ActionOptions): CallActions {
  const { opaque, source } = analysis;
  if (opaque !== undefined) {
    const isTooLong = opaque.reason === 'too-long';
    return { actions: [], opaque: { message: opaque.message, isTooLong, source } };
  }
  const { commands, inScripts, presumed, ofVariables } = analysis;
  const stashesTaken = stashesTakenBefore(analysis);
  const keptOfGit = keptGitAnswers(analysis, options.cwd);
  const own = commands.map((command) =>
    commandAction(command, outerOf(command, commands), {
      ...options,
      stashesTaken: stashesTaken(command),
      isAlone: isAlone(command, analysis),
      isUndisturbed: isUndisturbed(command, analysis),
      hasNoNewLinks: hasNoNewLinks(command, analysis),
      keptOfGit: keptOfGit(command),
    }),
  );
  const others = inScripts.map((command) =>
    inScript(
      commandAction(command, undefined, {
        ...options,
        // A script runs as it is.
        leavesOut: false,
        stashesTaken: stashesTaken(command),
        keptOfGit: keptOfGit(command),
      }),
      options,
    ),
  );
  const mayBe = [...presumed, ...ofVariables].map((command) => ({
    ...inScript(
      commandAction(command, undefined, {
        ...options,
        stashesTaken: 0,
        keptOfGit: keptOfGit(command),
      }),
      options,
    ),
    isPresumed: true,
  }));
  return {
    actions: [...own, ...others, ...mayBe],
    line: options.isConfined ? undefined : source,
    ...runsAs(analysis),
  };
}

/** As many entries as other commands of the line may take off the stash before a command. */
function stashesTakenBefore({
  commands,
  inScripts,
  source,
}: CommandAnalysis): (command: AnalyzedCommand) => number {
  const taking = [...commands, ...inScripts].filter(({ unwrapped }) => takesOffStash(unwrapped));
  const isRepeated =
    LOOP.test(source.replaceAll(MESSAGE, '')) ||
    taking.some(({ via }) => via.some((name) => REPEATING.test(name)));
  return (command) => {
    if (isRepeated) return Infinity;
    const at = taking.indexOf(command);
    // The order of the list isn't always that in which they run.
    return at === -1 ? taking.length : taking.length - 1;
  };
}

/** What a commit says. */
const MESSAGE = /\s-m\s*(?:'[^']*'|"[^"$`\\]*")/gu;

/** They run a command for each of several names. */
const REPEATING = /^(?:xargs|parallel|find|fd|fdfind|watch|git (?:submodule|rebase))$/u;

/** A script continues where a file is hidden, so reading a denied one is no reason to refuse the rest. */
function inScript(action: CommandAction, { hidesDenied: isHiddenIfDenied }: ActionOptions): CommandAction {
  const hidden = (file: FileAction): FileAction => ({ ...file, isHiddenIfDenied });
  return {
    ...action,
    files: action.files.map(hidden),
    redirections: action.redirections.map(hidden),
    isInScript: true,
  };
}

function runsAs(analysis: CommandAnalysis): Pick<CallActions, 'runsAs'> {
  if (analysis.hardening === undefined) return {};
  return { runsAs: hardenCommand(analysis) };
}

/** The command of the line in whose arguments a nested one was found. */
function outerOf(command: AnalyzedCommand, commands: readonly AnalyzedCommand[]): number | undefined {
  if (!command.isNested) return undefined;
  const { start, end } = command;
  const index = commands.findIndex((one) => !one.isNested && one.start === start && one.end === end);
  return index === -1 ? undefined : index;
}

function commandAction(
  command: AnalyzedCommand,
  runBy: number | undefined,
  options: ActionOptions & { readonly stashesTaken: number },
): CommandAction {
  const { source, texts, readsItself, why, isFileEdit, caution, cwd, usesNetwork, via, isUncertain } =
    command;
  return {
    type: 'command',
    source,
    exact: texts.exact,
    allow: texts.allow,
    deny: texts.deny,
    open: texts.open,
    isReadOnly: readsItself,
    why,
    isFileEdit,
    cwd,
    reaches: (cwd === undefined && command.places.length > 0 ? command.places : [cwd]).flatMap((place) =>
      reachedPaths({ ...command, cwd: place }, options.stashesTaken),
    ),
    code: options.isConfined ? undefined : command.code,
    usesNetwork,
    isUncertain,
    isUnknown: command.isUnknown,
    places: cwd === undefined ? command.places : [],
    via,
    files: command.files.map((file) => fileAction(file, cwd, options)),
    redirections: command.redirections.map((file) => redirectionAction(file, cwd, options)),
    grant: command.grant,
    caution,
    runBy,
  };
}

/** One whose file isn't known, or one of several, is shown as written. */
function redirectionAction(file: FileEffect, cwd: string | undefined, options: ActionOptions): FileAction {
  const action = fileAction(file, cwd, { ...options, leavesOut: false });
  const { operator, written } = file;
  if (operator === undefined || (action.path !== undefined && !action.isTree)) return action;
  return { ...action, written: `${operator} ${written}` };
}

function fileAction(
  {
    access,
    path,
    written,
    isTree,
    isPast,
    isGranted,
    removal,
    changesAccess,
    createsNone,
    reachesAll,
    levels,
    leavesOut,
    endings,
    copyOf,
    gitNames,
    isOfTop,
    gitRunsIn,
    mayBeFile,
    areWords,
    isOfVariable,
    isFresh,
    excluded,
    isComputed,
  }: FileEffect,
  cwd: string | undefined,
  {
    leavesOut: isAble,
    homes,
    isAlone: isAsNow,
    isUndisturbed = false,
    hasNoNewLinks: isLinkless = false,
    keptOfGit = NOTHING_KEPT,
    cwd: start,
  }: ActionOptions,
): FileAction {
  const isAtMostChanged = createsNone === true && isUndisturbed;
  const isListedNow =
    isAtMostChanged ||
    (isAsNow === true && (access === 'read' || (levels ?? 0) <= (access === 'remove' ? 1 : 0)));
  // Names that change before they are words may become any words.
  const isListKept = gitNames === undefined ? isUndisturbed : keptOfGit.names === true && keptOfGit.index;
  const isKept = areWords === undefined || (areWords === 'whole' && gitNames === undefined) || isListKept;
  const withinOf = (): string | undefined => {
    if (path !== undefined) return isKept ? undefined : path;
    return directoryWithin(written, cwd, homes) ?? placeBeyond(cwd, start);
  };
  return {
    type: 'file',
    access,
    path: isKept ? path : undefined,
    areWords,
    isTree,
    within: withinOf(),
    endsIn: path === undefined ? relativePart(written) : undefined,
    isComputed,
    isPast: isPast === true ? true : undefined,
    endings,
    isGranted: isGranted === true ? true : undefined,
    leavesOutDenied: isAble && leavesOut !== undefined ? true : undefined,
    removal,
    changesAccess,
    createsNone,
    reachesAll,
    levels,
    copyOf,
    mayBeFile,
    isOfVariable,
    isFresh,
    excluded,
    ...namesOfGit({ access, gitNames, isOfTop, gitRunsIn }, keptOfGit),
    isAsNow: isListedNow ? true : undefined,
    hasNoNewLinks: isLinkless && access === 'write' && isTree ? true : undefined,
    homes: access === 'remove' || reachesAll ? homes : undefined,
  };
}

const NOTHING_KEPT: KeptOfGit = { names: false, index: false, commits: 'elsewhere' };

/** What git names may differ when it runs: it may then ignore nothing, a path may stand for others, and a commit be another. */
function namesOfGit(
  { access, gitNames, isOfTop, gitRunsIn }: Pick<FileEffect, 'access' | 'gitNames' | 'isOfTop' | 'gitRunsIn'>,
  { names, index, commits }: KeptOfGit,
): Pick<FileAction, 'gitNames' | 'isOfTop' | 'gitRunsIn'> {
  if (gitNames === undefined) return { gitNames, isOfTop, gitRunsIn };
  if (typeof gitNames === 'object') {
    const isSame = commits === true && (index || !READS_INDEX.has(gitNames.by));
    if (isSame || (gitNames.by === 'anything' && commits !== 'elsewhere'))
      return { gitNames, isOfTop, gitRunsIn };
    return { gitNames: ANYTHING, isOfTop: true, gitRunsIn: commits === 'elsewhere' ? [] : gitRunsIn };
  }
  // What a command of the line begins to track, a later one may remove; and `HEAD` may be another commit.
  const isOfIndex = access !== 'read' && gitNames.startsWith('tracked');
  const isAsListed = !isOfIndex || (index && (gitNames === 'tracked' || commits === true));
  if (names === true && isAsListed) return { gitNames, isOfTop, gitRunsIn };
  if (access !== 'read') return { gitNames: undefined, isOfTop: undefined, gitRunsIn };
  return { gitNames: 'all', isOfTop: names === 'in-other-words' ? true : isOfTop, gitRunsIn };
}

/** Changes of which git's index, besides commits, says which files they are about. */
const READS_INDEX = new Set([
  'reset',
  'merge',
  'rebase',
  'pick',
  'revert',
  'stash',
  'am',
  'abort',
  'continue',
  'anything',
]);

const ANYTHING = { by: 'anything', commits: [] } as const;

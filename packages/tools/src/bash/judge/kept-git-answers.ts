import { isInside } from '@sluice/core';
import type { AnalyzedCommand, CommandAnalysis, FileEffect } from '@sluice/shell';

/** They leave what git tracks and ignores as it is, but for what is judged by itself. */
const KEEPING = new Set(
  (
    'add stage commit status diff log show push fetch branch tag rev-parse ls-files describe blame grep remote rev-list ' +
    'shortlog hash-object cat-file symbolic-ref'
  ).split(' '),
);

/** Of those, the ones that change no branch, no tag and not what the stash holds. */
const KEEPING_COMMITS = new Set(
  'add stage status diff log show rev-parse ls-files describe blame grep rev-list shortlog hash-object cat-file'.split(
    ' ',
  ),
);

/** They make no file tracked. */
const KEEPING_INDEX: ReadonlySet<string> = new Set(
  [...KEEPING].filter((command) => command !== 'add' && command !== 'stage'),
);

/** Where git finds what it ignores, besides files. */
const CONFIGURED =
  /(?<![$\w{])(?:GIT_(?!(?:EDITOR|SEQUENCE_EDITOR|PAGER|TERMINAL_PROMPT|MERGE_AUTOEDIT|(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE))\b)\w+|HOME|XDG_CONFIG_HOME)\b/u;

const OF_IGNORING =
  /(?:^|\/)(?:\.gitignore|\.gitattributes|\.gitmodules|\.gitconfig|info\/exclude|\.git(?:\/.*)?|\.config(?:\/.*)?)$/u;

/** What may make a command run before those that stand before it, or more than once. Not `&&` and `||`. */
const OUT_OF_ORDER = /[|&]|\b(?:for|while|until|select|function|trap|alias|coproc|eval)\b|\(\s*\)/u;

/** The commands of a line run one after the other, each once at most. */
export function isInOrder(source: string): boolean {
  return !OUT_OF_ORDER.test(source.replaceAll(/&&|\|\|/gu, ''));
}

/** What stays of git's answers until a command of a line runs, as far as the text of the line tells. */
export interface KeptOfGit {
  /** It tracks and ignores the same files. `in-other-words`: it may take its paths for others. */
  readonly names: boolean | 'in-other-words';
  /** No other file is tracked. */
  readonly index: boolean;
  /** Names of commits mean the same. `elsewhere`: they may be those of another repository. */
  readonly commits: boolean | 'elsewhere';
}

/**
 * For a command of a line: whether no other one changes what git names, so that this may be asked before the line runs. What programs do
 * of which nothing is known is their business.
 * @param workspace absolute; what git ignores may be configured anywhere else
 */
export function keptGitAnswers(
  { commands, inScripts, presumed, source }: CommandAnalysis,
  workspace: string | undefined,
): (command: AnalyzedCommand) => KeptOfGit {
  const leavesIgnoring = leavesIgnoringIn(workspace);
  const all = [...commands, ...inScripts, ...presumed];
  const changing = all.filter((one) => !keepsNames(one, leavesIgnoring, KEEPING));
  const committing = all.filter((one) => !keepsNames(one, leavesIgnoring, KEEPING_COMMITS));
  const staging = all.filter((one) => !keepsNames(one, leavesIgnoring, KEEPING_INDEX));
  const isInOtherWords = /GIT_\w*PATHSPECS/u.test(source);
  const isConfigured = CONFIGURED.test(source);
  const isOrdered = inScripts.length + presumed.length === 0 && isInOrder(source);
  return (command) => {
    const isHere =
      !isConfigured &&
      isRunPlainly(command) &&
      // The shell opens what it writes to before git starts.
      command.redirections.every(leavesIgnoring);
    const areLater = (others: readonly AnalyzedCommand[]): boolean =>
      others.every((one) => one === command || (isOrdered && one.start >= command.end));
    return {
      names: isInOtherWords ? 'in-other-words' : isHere && areLater(changing),
      index: isHere && areLater(staging),
      commits: isHere ? areLater(committing) : 'elsewhere',
    };
  };
}

type Leaves = (file: FileEffect) => boolean;

function keepsNames(
  { unwrapped, files, redirections, readsItself }: AnalyzedCommand,
  leavesIgnoring: Leaves,
  keeping: ReadonlySet<string>,
): boolean {
  if (!redirections.every(leavesIgnoring)) return false;
  if (readsItself) return true;
  const [program, ...words] = unwrapped;
  if (/^(?:.*\/)?git$/u.test(program ?? '')) {
    const command = words[words[0] === '-C' ? 2 : 0];
    return command !== undefined && keeping.has(command);
  }
  return files.every(leavesIgnoring);
}

function leavesIgnoringIn(workspace: string | undefined): Leaves {
  return ({ access, path, isTree }) => {
    if (access === 'read' || access === 'list') return true;
    if (path === undefined || workspace === undefined || isTree) return false;
    return isInside(path, workspace) && !OF_IGNORING.test(path);
  };
}

/** What starts it hands its environment on. */
const PASSING = new Set(
  'bash sh dash eval command timeout nohup nice stdbuf time ionice setsid xargs find'.split(' '),
);

function isRunPlainly({ via, argv, unwrapped, isUncertain }: AnalyzedCommand): boolean {
  const wrappers = argv.slice(0, Math.max(0, argv.length - unwrapped.length));
  return !isUncertain && [...via, ...wrappers.slice(0, 1)].every((name) => PASSING.has(name ?? ''));
}

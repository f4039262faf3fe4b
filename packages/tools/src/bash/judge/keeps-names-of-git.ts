import type { AnalysedCommand, CommandAnalysis, FileEffect } from '@sluice/shell';

/** They leave what git tracks and ignores as it is, but for what is judged by itself. */
const KEEPING = new Set(
  (
    'add stage commit status diff log show push fetch branch tag rev-parse ls-files describe blame grep remote rev-list ' +
    'shortlog hash-object cat-file symbolic-ref'
  ).split(' '),
);

/** Where git finds what it ignores, besides files. */
const CONFIGURED = /(?<![$\w{])(?:GIT_\w+|HOME|XDG_CONFIG_HOME)\b/u;

const OF_IGNORING = /(?:^|\/)(?:\.gitignore|\.gitconfig|\.git(?:\/.*)?|\.config(?:\/.*)?)$/u;

/**
 * For a command of a line: whether no other one, as far as its text tells, changes what git tracks or ignores, so that this may be asked
 * before the line runs. What programs do of which nothing is known is their business. `in-other-words`: git may take its paths for others.
 */
export function keepsNamesOfGit({
  commands,
  inScripts,
  presumed,
  source,
}: CommandAnalysis): (command: AnalysedCommand) => boolean | 'in-other-words' {
  if (/GIT_\w*PATHSPECS/u.test(source)) return () => 'in-other-words';
  const changing = [...commands, ...inScripts, ...presumed].filter((one) => !keepsNames(one));
  const isKept = !CONFIGURED.test(source) && changing.length < 2;
  return (command) => isKept && isRunPlainly(command) && changing.every((one) => one === command);
}

function keepsNames({ unwrapped, files, redirections, readsItself }: AnalysedCommand): boolean {
  if (!redirections.every(leavesIgnoring)) return false;
  if (readsItself) return true;
  const [program, ...words] = unwrapped;
  if (/^(?:.*\/)?git$/u.test(program ?? '')) {
    const command = words[words[0] === '-C' ? 2 : 0];
    return command !== undefined && KEEPING.has(command);
  }
  return files.every(leavesIgnoring);
}

function leavesIgnoring({ access, path, isTree }: FileEffect): boolean {
  if (access === 'read' || access === 'list') return true;
  return path !== undefined && !isTree && !OF_IGNORING.test(path);
}

/** What starts it hands its environment on. */
const PASSING = new Set(
  'bash sh dash eval command timeout nohup nice stdbuf time ionice setsid xargs find'.split(' '),
);

function isRunPlainly({ via, argv, unwrapped, isUncertain }: AnalysedCommand): boolean {
  const wrappers = argv.slice(0, Math.max(0, argv.length - unwrapped.length));
  return !isUncertain && [...via, ...wrappers.slice(0, 1)].every((name) => PASSING.has(name ?? ''));
}

import { posix } from 'node:path';
import { absolutePath } from './absolute-path.ts';
import { guessedFiles } from './guessed-files.ts';
import { FOLLOWS_INPUT, instructionFiles } from './instruction-files.ts';
import { programName } from './program-name.ts';
import { projectFiles } from './project-files.ts';
import { filesOfSql } from '../../tables/possible-touches/sql-files.ts';
import { filesOfSqlite } from '../../tables/possible-touches/sqlite-files.ts';
import type { AnalyzedCommand, CommandAnalysis } from '../analysis.ts';

/** Programs that run the file that they are given. */
const INTERPRETERS = new Set(
  (
    'sh bash dash zsh fish ksh csh tcsh ash pwsh powershell source . python pypy ipython node nodejs deno bun tsx ts-node ' +
    'ruby irb perl php lua luajit Rscript julia swift scala groovy jshell java elixir escript runghc ocaml racket guile ' +
    'sbcl clojure clj tclsh wish awk gawk mawk nawk osascript'
  ).split(' '),
);

/**
 * Absolute paths of the files that a command line runs, as far as its words name them: programs by their path,
 * scripts of interpreters, and files such as a Makefile. They need not exist.
 */
export function scriptFiles(analysis: CommandAnalysis, cwd: string | undefined): readonly string[] {
  const { commands } = analysis;
  const entered = directoriesEntered(commands, cwd);
  const named = commands.flatMap((command) => {
    const places = command.cwd === undefined ? [...command.places, ...entered] : [command.cwd];
    return [...new Set(places)].flatMap((place) => filesOf(command, place));
  });
  const written = new Set(commands.flatMap(pathsWritten));
  const isOpen =
    commands.some(runsWhatIsNotKnown) || named.some((path) => written.has(posix.normalize(path)));
  const guessed = guessedFiles(analysis, isOpen);
  const inputs = commands.some(takesWhatIsRead) ? commands.flatMap(pathsRead) : [];
  const all = entered.flatMap((place) =>
    guessed.flatMap((path) => absolutePath(expanded(path, place), place)),
  );
  return [...new Set([...named, ...inputs, ...all])];
}

/** More directories are not tried. */
const MAX_DIRECTORIES = 8;

/** Where the line begins, and wherever its `cd` may lead from there. */
function directoriesEntered(
  commands: readonly AnalyzedCommand[],
  start: string | undefined,
): readonly (string | undefined)[] {
  let found: readonly (string | undefined)[] = [start];
  for (const { unwrapped } of commands) {
    const [program, ...words] = unwrapped;
    const target = words.find((word) => word?.startsWith('-') !== true);
    if ((program !== 'cd' && program !== 'pushd') || target === undefined) continue;
    const next = found.flatMap((place) => absolutePath(target, place)).map((path) => posix.normalize(path));
    found = [...new Set([...found, ...next])].slice(0, MAX_DIRECTORIES);
  }
  return found;
}

/** What a script is made from may be any word of the line. */
function pathsWritten({ files, redirections }: AnalyzedCommand): readonly string[] {
  return [...files, ...redirections].flatMap(({ access, path }) =>
    access === 'write' && path !== undefined ? [posix.normalize(path)] : [],
  );
}

/** A command that does more than read, and is given words that are not known: `touch $(cat list)`, `xargs rm < list`. */
function takesWhatIsRead({ unwrapped, readsItself, via }: AnalyzedCommand): boolean {
  const [program, ...words] = unwrapped;
  if (readsItself || program === undefined) return false;
  return words.includes(undefined) || via.some((name) => name === 'xargs' || name === 'parallel');
}

/** What the line reads may say which files another command of it touches. */
function pathsRead({ files, redirections }: AnalyzedCommand): readonly string[] {
  return [...files, ...redirections].flatMap(({ access, path, isTree }) =>
    access === 'read' && path !== undefined && !isTree ? [path] : [],
  );
}

const HERE = /^(?:\$PWD|\$\{PWD\}|~\+|\$\(pwd\)|`pwd`)(?=\/|$)/u;

function expanded(path: string, place: string | undefined): string {
  return place === undefined ? path : path.replace(HERE, () => place);
}

function filesOf(command: AnalyzedCommand, place: string | undefined): readonly string[] {
  const { unwrapped, redirections, readsItself } = command;
  const [program, ...words] = unwrapped;
  if (program === undefined) return [];
  const name = programName(program);
  const runsInput = !readsItself && (INTERPRETERS.has(name) || FOLLOWS_INPUT.has(name));
  const inputs = runsInput ? redirections.filter(({ access }) => access === 'read') : [];
  return [
    ...[
      ...(program.includes('/') ? [program] : []),
      ...(INTERPRETERS.has(name) ? scriptsAmong(words) : []),
      ...(RESOLVES_NAMES.has(name) ? scriptsAmong(words).flatMap(resolved) : []),
      ...(PYTHON.test(name) ? [...modulesAmong(words), ...scriptsAmong(words).flatMap(mainOf)] : []),
      ...(SQL.has(name) ? sqlFiles(words) : []),
      ...(readsItself ? [] : instructionFiles(name, words)),
    ].flatMap((path) => absolutePath(path, place)),
    ...projectFiles(name, words)
      .flatMap((path) => absolutePath(path, place))
      .map((path) => posix.normalize(path)),
    ...inputs.flatMap(({ path }) => (path === undefined ? [] : [path])),
  ];
}

/** A shell that reads a pipe, a script that an expansion names, a program that another names. */
function runsWhatIsNotKnown({ unwrapped, isUncertain, redirections }: AnalyzedCommand): boolean {
  const [program, ...words] = unwrapped;
  if (unwrapped.length > 0 && program === undefined) return true;
  const name = program === undefined ? '' : programName(program);
  const isGit = name === 'git' && (words[0] === 'apply' || words[0] === 'am');
  const operands = (isGit ? words.slice(1) : words).filter((word) => word?.startsWith('-') !== true);
  const hasNone = operands.length === 0 && redirections.length === 0;
  if (INTERPRETERS.has(name)) return isUncertain || hasNone || words.includes(undefined);
  return hasNone && (isGit || FOLLOWS_INPUT.has(name));
}

const SQL = new Set(['sqlite', 'psql', 'duckdb', 'mysql', 'mariadb']);

/** `sqlite3 x.db '.read q.sql'`, `psql -c '\i q.sql'`, `mysql -e 'source q.sql'` */
function sqlFiles(words: readonly (string | undefined)[]): readonly string[] {
  return words.flatMap((word) => [
    ...[...filesOfSql(word, 0), ...filesOfSqlite(word, 0)].flatMap(({ access, path }) =>
      access === 'read' && typeof path === 'string' ? [path] : [],
    ),
    ...[...(word ?? '').matchAll(/(?:\\\.|\bsource)\s+([^\s;]+)/giu)].map(([, path = '']) => path),
  ]);
}

/** `node ./x` runs `x.js`, or what the directory `x` holds. */
const RESOLVES_NAMES = new Set(['node', 'nodejs', 'bun', 'tsx', 'ts-node']);
const SUFFIXES = '.js .cjs .mjs .ts .json /index.js /index.ts /package.json'.split(' ');

function resolved(path: string): readonly string[] {
  return /\.\w+$/u.test(path) ? [] : SUFFIXES.map((suffix) => path.replace(/\/$/u, '') + suffix);
}

/** `python3 dir` runs a file of that directory. */
const PYTHON = /^(?:python|pypy)/u;

function mainOf(path: string): readonly string[] {
  return /\.\w+$/u.test(path) ? [] : [`${path}/__main__.py`];
}

/** `python3 -m a.b` */
function modulesAmong(words: readonly (string | undefined)[]): readonly string[] {
  const at = words.findIndex((word) => word?.startsWith('-m') === true);
  const word = words[at];
  const name = word === '-m' ? words[at + 1] : word?.slice(2);
  if (at === -1 || name === undefined || !/^[\w.]+$/u.test(name)) return [];
  const path = name.replaceAll('.', '/');
  return [`${path}.py`, `${path}/__main__.py`];
}

/** Up to the first word that can't be the value of an option: what comes after it is for the script. */
function scriptsAmong(words: readonly (string | undefined)[]): readonly string[] {
  const found: string[] = [];
  let isAfterOption = false;
  for (const word of words) {
    if (word === undefined) break;
    const isOption = /^[-+]./u.test(word);
    if (isOption) found.push(...valueIn(word));
    else {
      found.push(word);
      if (!isAfterOption) break;
    }
    isAfterOption = isOption && !word.includes('=');
  }
  return found;
}

function valueIn(option: string): readonly string[] {
  const equals = option.indexOf('=');
  return equals === -1 ? [] : [option.slice(equals + 1)];
}

import { posix } from 'node:path';
import type { Command, Redirection, Script, SimpleCommand, Word, WordPart } from '../tree.ts';
import { assign, declare, readInput } from './assign.ts';
import { expandWords, textOfWord } from './expand.ts';
import { addFound, addOverwriting } from './found.ts';
import { listedBy } from './listed.ts';
import { HOLE, lineOf } from './marks.ts';
import { formatted, printedBy } from './output.ts';
import { mentionParameters } from './parameter.ts';
import { programCall } from './program-call.ts';
import { forkShell, placeOf, realPlace, setVariable, textAt, type Shell, type Values } from './shell.ts';

/** The rest of the dry run, which simple commands go back to. */
export interface Runner {
  readonly printed: (shell: Shell, script: Script) => string;
  readonly runText: (shell: Shell, text: string) => void;
  readonly runBody: (shell: Shell, body: Command) => void;
  readonly inputOf: (shell: Shell, redirections: readonly Redirection[]) => string | undefined;
}

/** Goes through a simple command once for each value that its variables may have. */
export function runSimple(shell: Shell, command: SimpleCommand, runner: Runner): void {
  const turns = turnsOf(shell, command);
  for (let turn = 0; turn < turns; turn += 1) {
    shell.turn = turn;
    runOnce(shell, command, runner);
  }
  shell.turn = 0;
}

/** What follows a test of what is given may be there for something else. */
export function noteTest(shell: Shell, words: readonly { readonly parts: readonly WordPart[] }[]): void {
  shell.testsParameters ||= words.some(({ parts }) => mentionParameters(parts));
}

function turnsOf({ variables }: Shell, { words, assignments }: SimpleCommand): number {
  const all = [...words, ...assignments.flatMap(({ value }) => ('parts' in value ? [value] : value))];
  const names = all.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'parameter' ? [part.name] : [])),
  );
  return Math.max(1, ...names.map((name) => variables.get(name)?.length ?? 1));
}

function runOnce(shell: Shell, { words, assignments, redirections }: SimpleCommand, runner: Runner): void {
  const { printed } = runner;
  if (words.length === 0) {
    for (const one of assignments) assign(shell, one, printed);
    addOverwriting(shell, [':'], targetsOf(shell, redirections, runner));
    return;
  }
  if (/^(?:\[|test)$/u.test(words[0]?.literal ?? '')) noteTest(shell, words);
  const argv = isDeclaration(words[0])
    ? words.map((word) => textOfWord(shell, word, printed))
    : expandWords(shell, words, printed);
  const before = shell.output.length;
  const input = runner.inputOf(shell, redirections);
  const isOpen = words.some(({ literal }) => literal === undefined);
  const isEmpty = redirections.some(
    ({ operator, target }) => operator === '<' && target.literal === '/dev/null',
  );
  const sinks = [
    ...shell.sinks,
    ...sinksOf(words),
    ...redirections.flatMap(({ target }) => sinksOf([target])),
  ];
  if (argv.length === 1 && argv[0] === 'exec') shell.sinks = sinks;
  const call = { argv, isOpen, suffix: isEmpty ? ' < /dev/null' : '' };
  if (assignments.length === 0 && input === undefined) runArgv(shell, call, runner);
  else if (SETS_VARIABLES.has(argv[0] ?? '')) {
    const kept = assignments.map(({ name }) => [name, shell.variables.get(name)] as const);
    const outer = shell.input;
    for (const one of assignments) assign(shell, one, printed);
    if (input !== undefined) shell.input = input;
    runArgv(shell, call, runner);
    for (const [name, values] of kept)
      if (values === undefined) shell.variables.delete(name);
      else shell.variables.set(name, values);
    if (input !== undefined) shell.input = outer;
  } else {
    const inner = assignments.length === 0 ? shell : forkShell(shell);
    for (const one of assignments) {
      assign(inner, one, printed);
      inner.exported.add(one.name);
    }
    const { input: outer } = shell;
    inner.input = input ?? shell.input;
    runArgv(inner, call, runner);
    if (inner === shell) shell.input = outer;
    else shell.output.push(...inner.output);
  }
  addOverwriting(shell, argv, targetsOf(shell, redirections, runner));
  for (const sink of sinks)
    printed({ ...shell, input: shell.output.slice(before).join(''), sinks: [] }, sink);
  keepWritten(shell, redirections, shell.output.splice(before), runner);
}

/** Builtins whose variables stay, with whatever is set before them. */
const SETS_VARIABLES = new Set(['read', 'mapfile', 'readarray']);

/** What is given to a process substitution: `> >(sh)`. */
function sinksOf(words: readonly Word[]): readonly Script[] {
  return words.flatMap(({ parts }) =>
    parts.flatMap((part) =>
      part.type === 'process-substitution' && part.direction === '>' ? [part.script] : [],
    ),
  );
}

/** The files that are written over. */
export function targetsOf(
  shell: Shell,
  redirections: readonly Redirection[],
  { printed }: Pick<Runner, 'printed'>,
): Values {
  return redirections
    .filter(({ operator }) => /^(?:&>|>[|&]?)$/u.test(operator))
    .map(({ target }) => textOfWord(shell, target, printed));
}

/** What goes to a file is not output. */
function keepWritten(
  shell: Shell,
  redirections: readonly Redirection[],
  output: readonly string[],
  { printed }: Runner,
): void {
  const last = redirections.findLast(
    ({ descriptor, operator }) => descriptor === 1 && /^>(?:>|\||)$/u.test(operator),
  );
  if (last === undefined) return void shell.output.push(...output);
  const place = placeOf(shell, textOfWord(shell, last.target, printed));
  if (place === undefined) return;
  const { files } = shell.world;
  files.set(place, (last.operator === '>>' ? (files.get(place) ?? '') : '') + output.join(''));
}

const DECLARATIONS = new Set('export declare typeset local readonly'.split(' '));

function isDeclaration(word: Word | undefined): boolean {
  return DECLARATIONS.has(word?.literal ?? '');
}

interface CallOfWords {
  readonly argv: Values;
  /** Its words depend on what is expanded, so that the line doesn't say them. */
  readonly isOpen: boolean;
  /** Text that follows its words. Default: none. */
  readonly suffix?: string;
  /** What its name stands for has been put in its place. */
  readonly isReplaced?: boolean;
}

function runArgv(shell: Shell, { argv, isOpen, isReplaced, suffix }: CallOfWords, runner: Runner): void {
  const [word = '', ...operands] = argv;
  shell.world.steps -= 1;
  if (shell.world.steps < 0 || word === '' || shell.isOver) return;
  const alias = shell.aliases.get(word);
  if (alias !== undefined) {
    shell.aliases.delete(word);
    shell.depth += 1;
    runner.runText(shell, `${alias} ${lineOf(operands)}`);
    shell.depth -= 1;
    shell.aliases.set(word, alias);
    return;
  }
  const replacement = shell.names.get(word);
  if (replacement !== undefined && isReplaced !== true)
    return runArgv(shell, { argv: [...replacement, ...operands], isOpen: true, isReplaced: true }, runner);
  const body = shell.functions.get(word);
  if (body !== undefined) return runFunction(shell, body, operands, runner);
  if (runBuiltin(shell, word, operands, isOpen, runner)) return;
  addFound(shell, argv, isOpen, suffix);
  const name = posix.basename(word);
  const output = printedBy(shell, name, operands);
  shell.output.push(output ?? listedBy(shell, name, argv) ?? HOLE);
  keepFiles(shell, name, operands, output);
  for (const { shell: inner, text, words, isListed, isOfFile } of programCall(shell, argv)) {
    inner.isInFile ||= isOfFile === true;
    if (text !== undefined) runner.runText(inner, text);
    if (words !== undefined) runArgv(inner, { argv: words, isOpen: isOpen || isListed === true }, runner);
    for (const trapped of inner.traps.splice(0)) runner.runText(inner, trapped);
    shell.output.push(...inner.output);
  }
}

function runFunction(shell: Shell, body: Command, parameters: Values, { runBody }: Runner): void {
  const { parameters: outer, testsParameters, depth } = shell;
  if (depth > MAX_DEPTH) return;
  shell.parameters = parameters;
  shell.testsParameters = false;
  shell.depth = depth + 1;
  const { turn } = shell;
  shell.turn = 0;
  runBody(shell, body);
  Object.assign(shell, { parameters: outer, testsParameters, depth, turn, isOver: false });
}

const MAX_DEPTH = 8;

/** Whether it was one, so that there is no program to look at. */
function runBuiltin(shell: Shell, name: string, operands: Values, isOpen: boolean, runner: Runner): boolean {
  const inside = (argv: Values): void => runArgv(shell, { argv, isOpen }, runner);
  switch (name) {
    case 'export':
    case 'declare':
    case 'typeset':
    case 'local':
    case 'readonly':
      declare(shell, name, operands);
      return true;
    case 'command':
    case 'builtin':
    case 'exec':
      inside(
        operands.slice(
          Math.max(
            0,
            operands.findIndex((word) => !word.startsWith('-')),
          ),
        ),
      );
      return true;
    case 'eval':
      runner.runText(Object.assign(shell, { depth: shell.depth + 1 }), operands.join(' '));
      shell.depth -= 1;
      return true;
    case 'source':
    case '.':
      sourceFile(shell, operands, runner);
      return true;
    case 'set':
      setOptions(shell, operands);
      return true;
    case 'shift':
      shell.parameters = shell.parameters?.slice(Number(operands[0] ?? '1') || 1);
      return true;
    case 'unset':
      for (const one of operands) {
        shell.variables.delete(one);
        shell.functions.delete(one);
      }
      return true;
    case 'read':
    case 'mapfile':
    case 'readarray':
      readInput(shell, name, operands);
      return true;
    case 'printf':
      if (operands[0] !== '-v' || operands[1] === undefined) return false;
      setVariable(shell, operands[1], [formatted(operands.slice(2))]);
      return true;
    case 'alias':
      for (const one of operands) {
        const [, alias, value] = /^([^=]+)=([^]*)$/u.exec(one) ?? [];
        if (alias !== undefined && value !== undefined) shell.aliases.set(alias, value);
      }
      return true;
    case 'hash': {
      const at = operands.indexOf('-p');
      const [path, alias] = at === -1 ? [] : operands.slice(at + 1);
      if (path !== undefined && alias !== undefined) shell.names.set(alias, [path]);
      return true;
    }
    case 'trap':
      if (operands[0] !== undefined && !operands[0].startsWith('-')) shell.traps.push(operands[0]);
      return true;
    case 'cd':
    case 'pushd':
      changeDirectory(shell, operands);
      return true;
    case 'popd':
      shell.cwd = undefined;
      return true;
    case 'exit':
    case 'return':
      shell.isOver = true;
      return true;
    case 'git':
      keepWorkTree(shell, operands);
      return false;
    default:
      return false;
  }
}

function sourceFile(shell: Shell, [path, ...operands]: Values, { runText }: Runner): void {
  const isInput = /^\/(?:dev\/(?:stdin|fd\/0)|proc\/self\/fd\/0)$/u.test(path ?? '');
  const text = isInput ? shell.input : textAt(shell, path);
  if (text === undefined) return;
  const { parameters, depth, isInFile } = shell;
  if (operands.length > 0) shell.parameters = operands;
  shell.depth = depth + 1;
  shell.isInFile = true;
  runText(shell, text);
  Object.assign(shell, {
    parameters: operands.length > 0 ? parameters : shell.parameters,
    depth,
    isInFile,
    isOver: false,
  });
}

function setOptions(shell: Shell, operands: Values): void {
  const end = operands.indexOf('--');
  const options = operands.slice(0, end === -1 ? operands.length : end);
  if (options.some((word) => /^-\w*a/u.test(word) || word === 'allexport')) shell.exportsAll = true;
  if (end !== -1) shell.parameters = operands.slice(end + 1);
  else if (/^[^-+]/u.test(operands[0] ?? '-')) shell.parameters = operands;
}

function changeDirectory(shell: Shell, operands: Values): void {
  const target =
    operands.findLast((word) => !/^-[LPen@]*$/u.test(word) || word === '-') ?? shell.world.context.home;
  const before = shell.cwd;
  const old = shell.variables.get('OLDPWD')?.[0]?.[0];
  const place = target === '-' ? old : target === undefined ? undefined : placeOf(shell, target);
  shell.cwd =
    place !== undefined && operands.some((word) => /^-\w*P/u.test(word)) ? realPlace(shell, place) : place;
  setVariable(shell, 'OLDPWD', [before ?? HOLE]);
}

/** `git config core.worktree ~` makes that the work tree of what follows. */
function keepWorkTree(shell: Shell, operands: Values): void {
  const at = operands.indexOf('core.worktree');
  const value = operands[at + 1];
  if (at === -1 || value === undefined || !operands.includes('config')) return;
  shell.names.set('git', ['git', `--work-tree=${value}`]);
}

/** Files and links that a program makes, which the line may use later. */
function keepFiles(shell: Shell, name: string, operands: Values, output: string | undefined): void {
  const { files, links } = shell.world;
  const paths = operands.filter((word) => !/^-./u.test(word));
  const [from, to] = paths;
  if (name === 'tee' && output !== undefined)
    for (const path of paths) files.set(placeOf(shell, path) ?? path, output);
  if (from === undefined || to === undefined || paths.length > 2) return;
  const place = placeOf(shell, to);
  if (place === undefined) return;
  if (name === 'ln' && operands.some((word) => /^-\w*s|^--symbolic$/u.test(word))) links.set(place, from);
  const text = name === 'cp' || name === 'mv' || name === 'ln' ? textAt(shell, from) : undefined;
  if (text !== undefined) files.set(place, text);
}

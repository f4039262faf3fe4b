import { parseCommand } from '../parse/parse-command.ts';
import type { Command, Redirection, Script } from '../tree.ts';
import { expandWords, textOfWord } from './expand.ts';
import { HOLE, withLists, withoutMarks } from './marks.ts';
import { noteTest, runSimple, targetsOf } from './simple.ts';
import { addOverwriting } from './found.ts';
import { forkShell, joinShells, setVariable, textAt, type Shell } from './shell.ts';

/** More values of a loop are not tried. */
const MAX_TURNS = 20;
const MAX_DEPTH = 8;

/** Goes through commands one after the other. */
export function runScript(shell: Shell, { items }: Script): void {
  for (const { command, isBackground } of items) {
    if (shell.isOver) return;
    if (isBackground) runCommand(forkShell(shell), command);
    else runCommand(shell, command);
  }
}

/** The same with a text; one that can't be parsed is left out. */
export function runText(shell: Shell, text: string): void {
  if (shell.depth > MAX_DEPTH) return;
  const written = withLists(withoutMarks(text), shell.world.lists);
  const parsed = parseCommand(written.replaceAll('\0', '').replaceAll(HOLE, '${_u}'));
  if (parsed.kind === 'script') runScript(shell, parsed.script);
}

/** What the commands of a substitution print. */
export function printed(shell: Shell, script: Script): string {
  const inner = forkShell(shell);
  const [only, ...others] = script.items;
  const { command } = only ?? {};
  // `$(< file)`
  if (command?.type === 'simple' && others.length === 0 && command.words.length === 0)
    return inputOf(inner, command.redirections) ?? HOLE;
  runScript(inner, script);
  return inner.output.join('');
}

function runCommand(shell: Shell, command: Command): void {
  shell.world.steps -= 1;
  if (shell.world.steps < 0 || shell.isOver) return;
  switch (command.type) {
    case 'simple':
      return runSimple(shell, command, { printed, runText, runBody: runCommand, inputOf });
    case 'and-or': {
      runCommand(shell, command.left);
      const other = forkShell(shell);
      other.output = shell.output;
      runCommand(other, command.right);
      // Where the right side is reached, what it changes is what mostly follows.
      const { isOver } = other;
      const before = { ...shell };
      if (!isOver) Object.assign(shell, other);
      return isOver ? undefined : joinShells(shell, before);
    }
    case 'pipeline':
      return runPipeline(shell, command.commands);
    case 'function':
      return void shell.functions.set(command.name, command.body);
    case 'test':
      return noteTest(shell, command.words);
    case 'arithmetic':
      return noteTest(shell, [command]);
    default:
      return runCompound(shell, command);
  }
}

type Body = Exclude<
  Command,
  { readonly type: 'simple' | 'and-or' | 'pipeline' | 'function' | 'test' | 'arithmetic' }
>;

function runCompound(shell: Shell, command: Body): void {
  const before = shell.input;
  // What it prints isn't looked at.
  addOverwriting(shell, ['cat'], targetsOf(shell, command.redirections, { printed }));
  shell.input = inputOf(shell, command.redirections) ?? shell.input;
  switch (command.type) {
    case 'group':
      runScript(shell, command.body);
      break;
    case 'subshell': {
      const inner = forkShell(shell);
      runScript(inner, command.body);
      shell.output.push(...inner.output);
      break;
    }
    case 'if':
      for (const { condition, body } of command.branches) {
        runScript(shell, condition);
        runBranch(shell, body);
      }
      if (command.otherwise !== undefined) runBranch(shell, command.otherwise);
      break;
    case 'while':
    case 'until':
      runWhile(shell, command);
      break;
    case 'for':
    case 'select': {
      const { words, variable, body } = command;
      const values = words === undefined ? (shell.parameters ?? []) : expandWords(shell, words, printed);
      for (const value of values.slice(0, MAX_TURNS)) {
        setVariable(shell, variable, [value]);
        runScript(shell, body);
      }
      break;
    }
    case 'case':
      noteTest(shell, [command.subject]);
      for (const { body } of command.clauses) runBranch(shell, body);
      break;
    default:
      command satisfies never;
  }
  shell.input = before;
}

function runBranch(shell: Shell, body: Script): void {
  const other = forkShell(shell);
  other.output = shell.output;
  runScript(other, body);
  joinShells(shell, other);
}

function runWhile(shell: Shell, command: Extract<Command, { readonly type: 'while' | 'until' }>): void {
  const readsLines = shell.input !== undefined;
  for (let turn = 0; turn < (readsLines ? MAX_TURNS : 1); turn += 1) {
    const left = shell.input;
    if (left === '') return;
    runScript(shell, command.condition);
    runScript(shell, command.body);
    if (shell.input === left) return;
  }
}

function runPipeline(shell: Shell, commands: readonly Command[]): void {
  const [only, ...others] = commands;
  if (only !== undefined && others.length === 0) return runCommand(shell, only);
  let { input } = shell;
  for (const [index, command] of commands.entries()) {
    const inner = forkShell(shell);
    inner.input = input;
    runCommand(inner, command);
    input = inner.output.length === 0 ? undefined : inner.output.join('');
    if (index === commands.length - 1) shell.output.push(...inner.output);
  }
}

/** The text that redirections make the standard input. */
function inputOf(shell: Shell, redirections: readonly Redirection[]): string | undefined {
  const last = redirections.findLast(({ descriptor }) => descriptor === 0);
  if (last === undefined) return undefined;
  const text = textOfWord(shell, last.target, printed);
  if (last.operator === '<') return textAt(shell, text);
  if (last.operator === '<<<') return `${text}\n`;
  return last.operator === '<<' || last.operator === '<<-' ? text : undefined;
}

import type { Command, Script, SimpleCommand } from '@sluice/shell';

const CONDITION = 'the condition is false';

/** Programs whose exit code 1 is an answer. */
const MEANINGS: ReadonlyMap<string, string> = new Map([
  ['grep', 'no lines matched'],
  ['rg', 'no lines matched'],
  ['egrep', 'no lines matched'],
  ['fgrep', 'no lines matched'],
  ['git grep', 'no lines matched'],
  ['find', 'some directories could not be searched'],
  ['diff', 'the files differ'],
  ['git diff', 'there are differences'],
  ['test', CONDITION],
  ['[', CONDITION],
]);

/** Git options before the subcommand, and whether they take a value as a separate word. */
const GIT_OPTIONS: ReadonlyMap<string, boolean> = new Map([
  ['-C', true],
  ['-c', true],
  ['--no-pager', false],
  ['-P', false],
]);

/** After one of these in the shell itself, the code may belong to another command, or nothing after it may have run. */
const CHANGES_CODES = new Set('set shopt trap exit return exec eval source .'.split(' '));

/**
 * What exit code 1 of a command line means if it can only be an answer: from its last simple command, or from any that it may have ended
 * with. `hasMovedTo` tells whether a `cd` to that path has worked. Undefined if the code means that something failed.
 */
export function exitMeaning(
  script: Script | undefined,
  code: number,
  hasMovedTo: (path: string) => boolean,
): string | undefined {
  if (code !== 1) return undefined;
  if (script === undefined || script.items.some((item) => isBlurred(item.command))) return undefined;
  return answerOf(script, hasMovedTo);
}

type HasMovedTo = (path: string) => boolean;

function answerOf({ items }: Script, hasMovedTo: HasMovedTo): string | undefined {
  const last = items.at(-1);
  return last === undefined || last.isBackground ? undefined : meaningOf(last.command, hasMovedTo);
}

/** The meaning of exit code 1 of a whole command. */
function meaningOf(command: Command, hasMovedTo: HasMovedTo): string | undefined {
  switch (command.type) {
    case 'simple':
      return MEANINGS.get(programOf(command));
    case 'test':
      return CONDITION;
    case 'and-or': {
      const { left, operator, right } = command;
      const isRightOnly = operator === '||' || isWorkingCd(left, hasMovedTo);
      return isRightOnly || meaningOf(left, hasMovedTo) !== undefined
        ? meaningOf(right, hasMovedTo)
        : undefined;
    }
    case 'pipeline': {
      const last = command.commands.at(-1);
      const meaning = last === undefined ? undefined : meaningOf(last, hasMovedTo);
      return meaning !== undefined && command.isNegated ? 'the negated command succeeded' : meaning;
    }
    case 'subshell':
    case 'group':
    case 'while':
    case 'until':
    case 'for':
    case 'select':
      return answerOf(command.body, hasMovedTo);
    case 'if': {
      const { branches, otherwise } = command;
      const bodies = branches.map(({ body }) => body);
      return ofAll(otherwise === undefined ? bodies : [...bodies, otherwise], hasMovedTo);
    }
    case 'case':
      return ofAll(
        command.clauses.map(({ body }) => body),
        hasMovedTo,
      );
    case 'function':
    case 'arithmetic':
      return undefined;
    default:
      return command satisfies never;
  }
}

/** One of these was the last, so each must be an answer. */
function ofAll(bodies: readonly Script[], hasMovedTo: HasMovedTo): string | undefined {
  const meanings = new Set(bodies.map((body) => answerOf(body, hasMovedTo)));
  if (meanings.has(undefined)) return undefined;
  const [first, ...others] = meanings;
  return others.length === 0 ? first : [first, ...others].join(', or ');
}

function isWorkingCd(command: Command, hasMovedTo: HasMovedTo): boolean {
  if (command.type === 'pipeline' && command.commands.length === 1 && !command.isNegated) {
    const [only] = command.commands;
    return only !== undefined && isWorkingCd(only, hasMovedTo);
  }
  if (command.type !== 'simple') return false;
  const [name, path] = command.words.map(({ literal }) => literal);
  return name === 'cd' && command.words.length === 2 && path !== undefined && hasMovedTo(path);
}

/** Whether exit codes in it may differ from those of the commands as written. */
function isBlurred(command: Command): boolean {
  const isAny = (...scripts: readonly Script[]): boolean =>
    scripts.some(({ items }) => items.some((item) => isBlurred(item.command)));
  switch (command.type) {
    case 'simple':
      return command.words.length > 0 && CHANGES_CODES.has(command.words[0]?.literal ?? '');
    case 'and-or':
      return isBlurred(command.left) || isBlurred(command.right);
    case 'pipeline':
      return command.commands.some(isBlurred);
    case 'subshell':
    case 'group':
    case 'for':
    case 'select':
      return isAny(command.body);
    case 'while':
    case 'until':
      return isAny(command.condition, command.body);
    case 'if':
      return isAny(
        ...command.branches.flatMap(({ condition, body }) => [condition, body]),
        ...(command.otherwise === undefined ? [] : [command.otherwise]),
      );
    case 'case':
      return isAny(...command.clauses.map(({ body }) => body));
    case 'function':
      return true;
    case 'test':
    case 'arithmetic':
      return false;
    default:
      return command satisfies never;
  }
}

function programOf({ words }: SimpleCommand): string {
  const [first, ...options] = words.map(({ literal }) => literal);
  const name = (first ?? '').replace(/^(?:\/usr)?\/bin\//, '');
  if (name !== 'git') return name;
  let index = 0;
  for (let option = options[index]; option !== undefined; option = options[index]) {
    const takesValue = GIT_OPTIONS.get(option);
    if (takesValue === undefined) break;
    index += takesValue ? 2 : 1;
  }
  return `git ${options[index] ?? ''}`;
}

import { parsePlainCommand, type PlainCommand } from './plain-command.ts';

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
  ['test', 'the condition is false'],
  ['[', 'the condition is false'],
]);

/** Options of git before its subcommand, and whether a value follows as a word of its own. */
const GIT_OPTIONS: ReadonlyMap<string, boolean> = new Map([
  ['-C', true],
  ['-c', true],
  ['--no-pager', false],
  ['-P', false],
]);

/**
 * What exit code 1 of a plain command means when it can only be the answer of its last simple command. `hasMovedTo`
 * tells whether a `cd` to that path has worked. Undefined: the code says that something failed.
 */
export function exitMeaning(
  command: string,
  code: number,
  hasMovedTo: (path: string) => boolean,
): string | undefined {
  if (code !== 1) return undefined;
  const commands = parsePlainCommand(command);
  const last = commands?.at(-1);
  if (commands === undefined || last === undefined || commands.some(changesExitCodes)) return undefined;
  const meaning = MEANINGS.get(programOf(last));
  return meaning !== undefined && isAnswerOfLast(commands, hasMovedTo) ? meaning : undefined;
}

/** Walks back over the `&&` before the last command: the code may come from any of those. */
function isAnswerOfLast(commands: readonly PlainCommand[], hasMovedTo: (path: string) => boolean): boolean {
  for (let index = commands.length - 1; index > 0; index -= 1) {
    const connector = commands[index]?.after;
    if (connector === '|') continue;
    if (connector !== '&&') return true;
    const before = commands[index - 1];
    if (before === undefined) return true;
    const isHarmless = MEANINGS.has(programOf(before)) || isWorkingCd(before, hasMovedTo);
    if (!isHarmless) return false;
  }
  return true;
}

function isWorkingCd({ words }: PlainCommand, hasMovedTo: (path: string) => boolean): boolean {
  const [name, path] = words;
  return name === 'cd' && words.length === 2 && path !== undefined && hasMovedTo(path);
}

function changesExitCodes({ words }: PlainCommand): boolean {
  return words[0] === 'set' || words[0] === 'shopt' || words[0] === 'trap';
}

function programOf({ words }: PlainCommand): string {
  const name = (words[0] ?? '').replace(/^(?:\/usr)?\/bin\//, '');
  if (name !== 'git') return name;
  let index = 1;
  for (let option = words[index]; option !== undefined && GIT_OPTIONS.has(option); option = words[index]) {
    index += GIT_OPTIONS.get(option) === true ? 2 : 1;
  }
  return `git ${words[index] ?? ''}`;
}

import { knownWord } from '../known-word.ts';
import type { Argument } from '../argument.ts';
import type { Arguments } from '../row.ts';
import type { Grant } from './grant.ts';
import { ANSWERED, describeOption, RESUMED, RUNNING, UNKNOWN } from './session-options.ts';

/** Commands that start no session, server or hook: what they take is no right. */
const STARTS_NONE = new Set('agents asks auth explain rules sessions settings trace undo help'.split(' '));

/** Of `sluice mcp`, those that call tools. */
const CALLS_TOOLS = new Set(['call', 'serve']);

const VERSION = new Set(['--version', '-v']);
const OPTION = /^--([\w-]+)(?:=(.*))?$/su;
const WORKTREE = /^-[a-z]*w/u;
const PRINTS = /^(?:--print|-[a-z]*p[a-z]*|--input-format(?:=.*)?)$/su;

/** Of a command line that `sluice -p` and `sluice exec` take too: options whose value is the next word, and gives no right. */
const VALUED = new Set(
  '--ask --deny --disallowedTools --disallowed-tools --tools --max-turns --max-budget-usd --max-concurrency --effort --json-schema --output-format --system-prompt --append-system-prompt --append-subagent-system-prompt --session-id --session-dir --resume -r --agent'.split(
    ' ',
  ),
);

/** The rights that options of a command line give a session which it starts. */
export function sessionGrant(words: Arguments): Grant | undefined {
  const [group, second] = words.map(knownWord);
  if (group !== undefined && (STARTS_NONE.has(group) || VERSION.has(group))) return undefined;
  const end = words.indexOf('--');
  const options = words.slice(0, end < 0 ? undefined : end);
  if (!startsSession(group, second)) {
    if (group === 'hooks' && second !== 'test') return undefined;
    return options.flatMap((_, at) => grantAt(options, at, RUNNING) ?? [])[0];
  }
  // An editor, or a client, answers.
  if (group === 'acp' || (group === 'mcp' && second === 'serve')) return ANSWERED;
  if (group === 'exec' && has(options, '--resume') && has(options, '--session-dir')) return RESUMED;
  return strongest(options.flatMap((_, at) => grantAt(options, at) ?? []));
}

/** A session at a terminal: behind one that a program makes, a program types the answers. */
export function isAtTerminal(words: Arguments): boolean {
  const [first] = words;
  if (first !== undefined && typeof first !== 'string') return false;
  if (first !== undefined && (VERSION.has(first) || !/^-|\s/u.test(first))) return false;
  return !words.some((word) => typeof word !== 'string' || PRINTS.test(word));
}

function startsSession(group: string | undefined, second: string | undefined): boolean {
  if (group === 'mcp') return second !== undefined && CALLS_TOOLS.has(second);
  return group !== 'hooks' && group !== 'doctor' && group !== 'tools';
}

/** Of several modes, it isn't told here which one counts. */
function strongest(found: readonly Grant[]): Grant | undefined {
  const [first, ...others] = found;
  const other =
    found.find(({ isStored }) => isStored === true) ?? found.find(({ mode }) => mode === undefined);
  if (other !== undefined || first === undefined) return other;
  const last = others.findLast(({ mode }) => mode !== first.mode);
  return last === undefined ? first : { what: last.what };
}

const has = (words: Arguments, name: string): boolean =>
  words.some((word) => typeof word === 'string' && (word === name || word.startsWith(`${name}=`)));

function grantAt(words: Arguments, at: number, names?: ReadonlySet<string>): Grant | undefined {
  const word = words[at];
  if (typeof word !== 'string') return mayBeOption(words, at) ? UNKNOWN : undefined;
  if (names === undefined && WORKTREE.test(word)) return describeOption('worktree')?.(undefined);
  const option = OPTION.exec(word);
  const name = option?.[1];
  if (name === undefined || (names !== undefined && !names.has(name))) return undefined;
  return describeOption(name)?.(option?.[2] ?? knownWord(words[at + 1]));
}

/** A word that isn't known and may be an option with a value: `"$x"`. */
function mayBeOption(words: Arguments, at: number): boolean {
  const word: Argument = words[at];
  if (typeof word === 'string') return false;
  if (word !== undefined && (word.isNoOption === true || /^[^-]/u.test(word.prefix))) return false;
  const before = knownWord(words[at - 1]);
  const isValue = word?.isOne === true && before !== undefined && VALUED.has(before);
  return !isValue;
}

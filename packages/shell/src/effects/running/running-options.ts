import { reachOfScripts } from '../../tables/possible-touches/scripts.ts';
import { classifyArguments } from '../../tables/classify-arguments.ts';
import { parseCommand } from '../../parse/parse-command.ts';
import { givenScripts } from '../../tables/given-scripts.ts';
import { vimReach } from '../../tables/scripts/editor-reach.ts';
import { commandOptions, PIPED_OPERAND, LETTERED, VIMS } from './command-option-rows.ts';
import { commandOf, commandsInOptions, UNKNOWN_COMMAND } from './command-options.ts';
import { addedItem, argumentsOf, textOf, type Item } from '../item/item.ts';
import { givenScriptReach } from './given-script-reach.ts';
import type { GivenTexts } from './running-shell.ts';
import type { Inner, Running } from './running.ts';
import { makeCommands } from './make-commands.ts';
import { scriptOf } from './script-of.ts';
import { sqlCommands } from './sql-commands.ts';
import { subscriptCommands } from './subscript-commands.ts';

/** `spawn rm x` and `exec rm x`, with options before the name. */
const TCL = /(?:^|[\s;{[])(?:spawn|exec|system)\s+(?:-\w+\s+)*(?=[^\s-])/u;

/** `!rm x`, behind other commands of the program too. */
const TRANSFER = /(?:^|[;&|])\s*(?:!|(?:local|shell)\s)\s*(?=.)/u;

const VIM = /^:?(?:silent\s+)?(?:[%\d,]*!|w\s+!|r(?:ead)?\s+!)\s*(?=.)/u;

/** What comes after the option for a shell: `vim +'!rm x'`, `gdb -ex 'shell rm x'`. */
const ESCAPES: ReadonlyMap<string, RegExp> = new Map([
  ['vim', VIM],
  ['vi', /^:?[%\d,]*!\s*(?=.)/u],
  ['ex', /^:?[%\d,]*!\s*(?=.)/u],
  ['nvim', VIM],
  ['gdb', /^(?:shell|!)\s*(?=.)/u],
  ['lldb', /^(?:platform\s+)?(?:shell|!)\s*(?=.)/u],
  ...['lftp', 'ftp', 'tnftp', 'sftp', 'telnet', 'gnuplot'].map((name) => [name, TRANSFER] as const),
  ['expect', TCL],
  ['tclsh', TCL],
  ['less', /^\+!\s*(?=.)/u],
  ['dc', /(?:^|[^<=>!])!\s*(?=[^<=>\s])/u],
]);

const SEDS = new Set(['sed', 'gsed', 'ssed']);

/** `s/a/rm x/e` runs what the line then holds: what is replaced may be all of it. */
function replacedCommands(item: Item): readonly Inner[] {
  const text = textOf(item) ?? '';
  return [...text.matchAll(/s([^\w\s\\])((?:\\[^]|(?!\1)[^])*)\1((?:\\[^]|(?!\1)[^])*)\1([\w]*)/gu)]
    .filter(([, , , , flags = '']) => flags.includes('e'))
    .map(([, , , replacement = '']) => ({
      kind: 'script',
      text: replacement.replaceAll(/\\\d|(?<!\\)&/gu, '${_}').replaceAll(/\\([^])/gu, '$1'),
      isKnown: false,
    }));
}

/** The commands in options of programs that mostly do something else. */
export function optionRunning(name: string, items: readonly Item[], texts: GivenTexts): Running | undefined {
  const inner = [
    ...(commandOptions.get(name) ?? []).flatMap((one) => commandsInOptions(one, items.slice(1))),
    ...(VIMS.has(name) ? items.slice(1).flatMap(behindPlus) : []),
    ...behindEscapes(ESCAPES.get(name), items, texts),
    ...(name === 'perl' && items.some((item) => LOOPS.test(textOf(item) ?? ''))
      ? commandsInOptions(PIPED_OPERAND, items.slice(1))
      : []),
    ...(SEDS.has(name) ? items.slice(1).flatMap(replacedCommands) : []),
    ...scriptCommands(items, texts),
    ...subscriptCommands(name, items.slice(1)),
    ...givenCommands(name, items, texts),
    ...sqlCommands(name, items, texts),
    ...makeCommands(name, items, texts),
    ...(name === 'tmux' ? keysSent(items.slice(1)) : []),
    ...(LETTERED.has(name) ? inLetters(items.slice(1)) : []),
  ];
  // What can't be read may be any command.
  const commands = inner.map((one) =>
    one.kind === 'script' && parseCommand(one.text).kind === 'opaque' ? UNKNOWN_COMMAND : one,
  );
  if (commands.length === 0 || classifyArguments(argumentsOf(items)).kind === 'read-only') return undefined;
  const goesTo = name === 'gdb' ? directoryOfGdb(items.slice(1)) : undefined;
  const staysHere = goesTo === undefined;
  return { name, inner: commands, allow: 'as-written', isTransparent: false, staysHere, goesTo };
}

/** `-cd=sub`, `--cd sub` */
function directoryOfGdb(items: readonly Item[]): Item | undefined {
  const at = items.findIndex((item) => /^--?cd(?:=|$)/u.test(textOf(item) ?? ''));
  const word = textOf(items[at]);
  if (word === undefined) return undefined;
  return word.includes('=') ? addedItem(word.slice(word.indexOf('=') + 1)) : items[at + 1];
}

const KEYS: ReadonlyMap<string, string> = new Map([
  ...['Enter', 'KPEnter', 'C-m', 'C-M', 'C-j', 'C-J'].map((key) => [key, '\n'] as const),
  ['Space', ' '],
]);

/** What `tmux send-keys 'r' 'm x' Enter` types. */
function keysSent(items: readonly Item[]): readonly Inner[] {
  const at = items.findIndex((item) => /^send(?:-k\w*|-p\w*)?$/u.test(textOf(item) ?? ''));
  if (at === -1) return [];
  const words = items.slice(at + 1);
  const isWord = (item: Item, index: number): boolean =>
    !/^-./u.test(textOf(item) ?? '') && !/^-[A-Za-z]*[tNc]$/u.test(textOf(words[index - 1]) ?? '');
  const keys = words.filter(isWord).map((item) => textOf(item) ?? '${_}');
  const isHex = words.some((item) => /^-[A-Za-z]*H/u.test(textOf(item) ?? ''));
  return isHex ? [UNKNOWN_COMMAND] : [commandOf(keys.map((key) => KEYS.get(key) ?? key).join(''))];
}

/** Options of perl by which it goes through its operands. */
const LOOPS = /^-\w*[np]/u;

/** Besides those whose options are told above. The sub-command of git runs only what its own options say. */
const RUNNING = new Set('find gfind bfs fd fdfind sed gsed ssed'.split(' '));
const RUNNING_OF_GIT = new Set(
  'archive bisect clone difftool fetch fetch-pack filter-branch grep ls-remote pull push rebase send-email send-pack submodule'.split(
    ' ',
  ),
);

/**
 * Whether a word of a program that isn't known may be an option that runs a command.
 * @param at index of that word
 */
export function runsByOption(name: string, items: readonly Item[], at: number): boolean {
  if (name === 'git') return items.slice(1, at).some((item) => RUNNING_OF_GIT.has(textOf(item) ?? ''));
  // Behind the host, the words of ssh are the command anyway.
  return commandOptions.has(name) || RUNNING.has(name);
}

/** `tar cIf 'rm x' a.tar`: which of the words belongs to which letter isn't looked at. */
function inLetters([first, ...others]: readonly Item[]): readonly Inner[] {
  return /^[A-Za-z]*[IF]/u.test(textOf(first) ?? '') ? others.flatMap(scriptOf) : [];
}

/** `+q`, `+'!rm x'`; `+12` and `+/text` only move. */
function behindPlus(item: Item): readonly Inner[] {
  const text = textOf(item) ?? item.approximation ?? '';
  if (!text.startsWith('+') || /^\+(?:$|\d+$|\/)/u.test(text)) return [];
  return textOf(item) === undefined ? [UNKNOWN_COMMAND] : vimReach(text.slice(1)).commands.map(commandOf);
}

/** What a text runs that the line gives to an editor, or to a program with a language of its own. */
function givenCommands(
  name: string,
  items: readonly Item[],
  { input, substituted }: GivenTexts,
): readonly Inner[] {
  const scripts = givenScripts.get(name);
  if (scripts === undefined) return [];
  const words = items.map((item) => textOf(item) ?? '');
  const given = [scripts.input ? input : undefined, substituted].filter((one) => one !== undefined);
  return given.flatMap(({ text }) => scripts.reach(text, words).commands.map(commandOf));
}

/** What the script of sed or awk runs, be it a word or what the line writes for `-f <(…)`. */
function scriptCommands(items: readonly Item[], texts: GivenTexts): readonly Inner[] {
  const reach =
    givenScriptReach(items, texts) ??
    reachOfScripts(argumentsOf(items), { path: undefined, text: undefined });
  return [...new Set(reach?.commands ?? [])].flatMap((text) =>
    text?.trim() === '' ? [] : [commandOf(text)],
  );
}

function behindEscapes(
  escape: RegExp | undefined,
  items: readonly Item[],
  { input, substituted }: GivenTexts,
): readonly Inner[] {
  if (escape === undefined) return [];
  const texts = [
    ...items.slice(1).map((item) => textOf(item) ?? ''),
    input?.text ?? '',
    substituted?.text ?? '',
  ];
  return texts.flatMap((one): readonly Inner[] =>
    one.split('\n').flatMap((line): readonly Inner[] => {
      const found = escape.exec(line);
      return found === null ? [] : [commandOf(line.slice(found.index + found[0].length))];
    }),
  );
}

import { parseCommand } from '../parse/parse-command.ts';
import { classifyArguments } from '../tables/classify-arguments.ts';
import { argumentsOf, textOf, type Item } from './item.ts';
import type { GivenText } from './state.ts';
import type { Inner, Running } from './running.ts';
import { scriptOf } from './script-of.ts';

/** An option, or the beginning of its value, after which a command stands. */
interface CommandOption {
  readonly separate: RegExp;
  readonly attached: RegExp;
}

const option = (separate: string, attached: string): CommandOption => ({
  separate: new RegExp(`^(?:${separate})$`, 'u'),
  attached: new RegExp(`^(?:${attached})(?=.)`, 'u'),
});

const tar = option(
  '-I|-F|--use-compress-program|--to-command|--info-script|--new-volume-script|--rsh-command|--rmt-command',
  '-I|--(?:use-c|to-c|info|new-v|rsh|rmt)[a-z-]*=|--checkpoint-action=exec=',
);
const vim = option('(?!)', String.raw`\+!|-c!`);

/** Programs that do other work, and run a command that one of their options holds. */
const OPTIONS: ReadonlyMap<string, CommandOption> = new Map([
  ['tar', tar],
  ['gtar', tar],
  ['bsdtar', tar],
  ['rsync', option('-e|--rsh|--rsync-path', '-e|--rsh=|--rsync-path=')],
  ['split', option('--filter', '--filter=')],
  ['sort', option('--compress-program', '--compress-program=')],
  ['man', option('-P|--pager|-H', '-P|--pager=')],
  ['zip', option('-TT|--unzip-command', '--unzip-command=')],
  ['scp', option('-S', '-S')],
  ['sftp', option('-S', '-S')],
  ['vim', vim],
  ['vi', vim],
  ['ex', vim],
  ['nvim', vim],
]);

/** `spawn rm x` and `exec rm x`, with options before the name. */
const TCL = /(?:^|[\s;{[])(?:spawn|exec|system)\s+(?:-\w+\s+)*(?=[^\s-])/u;

/** `!rm x`, `r !rm x`, `1,$w !rm x` among the commands of ed. */
const ED = /^[\d,.$%;+-]*(?:[rweEW]\s*)?!!?\s*(?=.)/u;

/** What comes after the option for a shell: `vim -c '!rm x'`, `gdb -ex 'shell rm x'`. */
const ESCAPES: ReadonlyMap<string, RegExp> = new Map([
  ['vim', /^:?(?:silent\s+)?(?:[%\d,]*!|w\s+!|r(?:ead)?\s+!)\s*(?=.)/u],
  ['vi', /^:?[%\d,]*!\s*(?=.)/u],
  ['ex', /^:?[%\d,]*!\s*(?=.)/u],
  ['nvim', /^:?(?:silent\s+)?[%\d,]*!\s*(?=.)/u],
  ['gdb', /^(?:shell|!)\s*(?=.)/u],
  ['expect', TCL],
  ['tclsh', TCL],
  ['sqlite3', /^\.(?:shell|system)\s+(?=.)/u],
  ['sed', /(?:^|[\d;{$/}\s])e\s+(?=.)/u],
  ['gsed', /(?:^|[\d;{$/}\s])e\s+(?=.)/u],
  ['ed', ED],
  ['red', ED],
]);

const SEDS = new Set(['sed', 'gsed', 'ssed']);

/** `s/a/rm x/e` runs what the line then holds, and `e` alone the line as it is. */
function sedCommands(item: Item): readonly Inner[] {
  const script = textOf(item) ?? '';
  const replaced = [
    ...script.matchAll(/s([^\w\s\\])((?:\\[^]|(?!\1)[^])*)\1((?:\\[^]|(?!\1)[^])*)\1([\w]*)/gu),
  ]
    .filter(([, , , , flags = '']) => flags.includes('e'))
    .map(([, , , replacement = '']) =>
      replacement.replaceAll(/\\\d|(?<!\\)&/gu, '${_}').replaceAll(/\\([^])/gu, '$1'),
    );
  const isBare = /(?:^|[\d;{$/}\s])e\s*(?:$|[;}\n])/u.test(script);
  return [...replaced, ...(isBare ? ['${_}'] : [])].map((text) => ({
    kind: 'script',
    text: parseCommand(text).kind === 'opaque' ? '${_}' : text,
    isKnown: false,
  }));
}

const AWK = new Set('awk gawk mawk nawk original-awk'.split(' '));

/** The commands in options of programs that mostly do something else. */
export function optionRunning(
  name: string,
  items: readonly Item[],
  input: GivenText | undefined,
): Running | undefined {
  const inner = AWK.has(name)
    ? items.flatMap(awkCommands)
    : [
        ...inOptions(OPTIONS.get(name), items),
        ...behindEscapes(ESCAPES.get(name), items, input),
        ...(SEDS.has(name) ? items.slice(1).flatMap(sedCommands) : []),
      ];
  // What is found in a script may be no command at all.
  const commands = inner.filter((one) => one.kind !== 'script' || parseCommand(one.text).kind !== 'opaque');
  if (commands.length === 0 || classifyArguments(argumentsOf(items)).kind === 'read-only') return undefined;
  return { name, inner: commands, allow: 'as-written', isTransparent: false, staysHere: true };
}

function inOptions(listed: CommandOption | undefined, items: readonly Item[]): readonly Inner[] {
  if (listed === undefined) return [];
  return items.flatMap((item, index): readonly Inner[] => {
    const word = textOf(item) ?? '';
    const next = items[index + 1];
    if (listed.separate.test(word)) return next === undefined ? [] : scriptOf(next);
    const start = listed.attached.exec(word)?.[0];
    return start === undefined ? [] : [{ kind: 'script', text: word.slice(start.length), isKnown: true }];
  });
}

function behindEscapes(
  escape: RegExp | undefined,
  items: readonly Item[],
  input: GivenText | undefined,
): readonly Inner[] {
  if (escape === undefined) return [];
  const texts = [...items.slice(1).map((item) => textOf(item) ?? ''), input?.text ?? ''];
  return texts.flatMap((one): readonly Inner[] =>
    one.split('\n').flatMap((line): readonly Inner[] => {
      const found = escape.exec(line);
      if (found === null) return [];
      const text = line.slice(found.index + found[0].length);
      return [{ kind: 'script', text, isKnown: true }];
    }),
  );
}

/** `system("rm x")`, `print | "sh"`, `"rm x" | getline`. */
function awkCommands(item: Item): readonly Inner[] {
  const program = textOf(item) ?? '';
  const texts = [
    ...program.matchAll(/(?:system\s*\(|\|&?)\s*"((?:[^"\\]|\\.)*)"/gu),
    ...program.matchAll(/"((?:[^"\\]|\\.)*)"\s*\|&?\s*getline/gu),
  ];
  return texts.map(([, text = '']) => ({
    kind: 'script',
    text: text.replaceAll(/\\(.)/gu, '$1'),
    isKnown: false,
  }));
}

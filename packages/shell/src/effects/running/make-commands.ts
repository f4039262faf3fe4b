import { parseCommand } from '../../parse/parse-command.ts';
import { textOf, type Item } from '../item/item.ts';
import { isInput, isOtherDescriptor } from '../item/descriptor-path.ts';
import { commandOf, commandsInOptions, UNKNOWN_COMMAND } from './command-options.ts';
import type { Inner } from './running.ts';
import type { GivenTexts } from './running-shell.ts';

const MAKES = new Set('make gmake'.split(' '));

/** The file of `-f -`, or the value behind it. */
const fileOf = (word: string): string =>
  /^(?:-\w*f|--(?:f|fi|fil|file|m|ma|mak|make|makef|makefi|makefil|makefile)=)(.+)$/su.exec(word)?.[1] ??
  word;

/** What make runs because of texts that the line itself holds: `--eval`, a Makefile on its input, `X='$(shell rm x)'`. */
export function makeCommands(
  name: string,
  items: readonly Item[],
  { input, substituted }: GivenTexts,
): readonly Inner[] {
  if (!MAKES.has(name)) return [];
  const words = items.slice(1);
  const texts = words.map((item) => textOf(item) ?? item.approximation ?? '');
  const given = [
    ...(texts.some((text) => isInput(fileOf(text))) && input !== undefined ? [input] : []),
    ...(texts.some((text) => isOtherDescriptor(fileOf(text))) && substituted !== undefined
      ? [substituted]
      : []),
  ];
  const options = { long: ['--eval'], short: 'E', commandsIn: commandsOfMakefile };
  return [
    ...commandsInOptions(options, words),
    ...given.flatMap(({ text, isKnown }) => [
      ...commandsOfMakefile(text).map(commandOf),
      ...(isKnown ? [] : [UNKNOWN_COMMAND]),
    ]),
    ...texts.flatMap((text) =>
      text.startsWith('-') ? [] : [...functionCommands(text), ...recipePart(text)].map(commandOf),
    ),
  ];
}

/** What a recipe may begin with, of the names that make itself uses: `LINK.c='rm x;'`. Where a sign ends a command, any name will do. */
const OF_RECIPES =
  /^(?:(?:LINK|COMPILE|PREPROCESS|LINT|CHECKOUT|YACC|LEX)\.\w+|M2C|TANGLE|WEAVE|TEX|CO|GET)$/u;

/** A value that becomes a part of a recipe. */
function recipePart(text: string): readonly string[] {
  const [, name, value] = /^([\w.-]+)(?::{0,3}|[+?])=([^]+)$/u.exec(text) ?? [];
  if (name === undefined || value === undefined) return [];
  const isOne = OF_RECIPES.test(name) || /[;&|\n`]/u.test(value);
  return isOne && parseCommand(value).kind !== 'opaque' ? [expanded(value, DEFAULTS)] : [];
}

/** What a Makefile may run: its recipes, `$(shell …)`, `X != …`. */
export function commandsOfMakefile(text: string): readonly (string | undefined)[] {
  const prefix = /^\s*\.RECIPEPREFIX\s*:?:?=\s*(\S)/mu.exec(text)?.[1] ?? '\t';
  const variables = variablesOf(text);
  const lines = text.replaceAll(/\\\n[\t ]*/gu, ' ').split('\n');
  const found = lines.flatMap((line): readonly string[] => {
    if (line.startsWith(prefix)) return [line.slice(1)];
    const [, assigned] = /^[^:=#]*!=(.*)$/u.exec(line) ?? [];
    if (assigned !== undefined) return [assigned];
    const [, behind] = /^[^#;]*?:[^;]*;(.*)$/u.exec(line) ?? [];
    return behind === undefined ? [] : [behind];
  });
  const defined = [...text.matchAll(/^define\s[^\n]*\n([^]*?)^endef/gmu)].flatMap(([, body = '']) =>
    body.split('\n'),
  );
  return [
    ...[...found, ...defined].map((line) => expanded(line.replace(/^[\s@+-]+/u, ''), variables)),
    ...functionCommands(text).map((line) => expanded(line, variables)),
  ].filter((line) => line.trim() !== '');
}

/** What make itself sets. */
const DEFAULTS: ReadonlyMap<string, string> = new Map([
  ['RM', 'rm -f'],
  ['MAKE', 'make'],
  ['CC', 'cc'],
  ['CXX', 'g++'],
  ['CPP', 'cc -E'],
  ['AR', 'ar'],
  ['AS', 'as'],
  ['LD', 'ld'],
]);

/** Variables that are set once, to a text without others. */
function variablesOf(text: string): ReadonlyMap<string, string> {
  const values = new Map(DEFAULTS);
  const again = new Set<string>();
  for (const [, name = '', value = ''] of text.matchAll(
    /^[ ]*(?:override |export )*([\w.-]+)\s*(?:[:?]|::|\+)?=[ \t]*(.*)$/gmu,
  )) {
    if (values.has(name) && !DEFAULTS.has(name)) again.add(name);
    values.set(name, value);
  }
  return new Map([...values].filter(([name, value]) => !again.has(name) && !value.includes('$')));
}

/** The line as the shell gets it; `${_}` for what isn't known. */
function expanded(line: string, variables: ReadonlyMap<string, string>): string {
  return line.replaceAll(/\$(?:\$|\(([^()]*)\)|\{([^{}]*)\}|(.))/gu, (whole, round, curly, letter) => {
    if (whole === '$$') return '$';
    return variables.get(String(round ?? curly ?? letter)) ?? '${_}';
  });
}

/** The commands in `$(shell …)`, to the bracket that ends it. */
function functionCommands(text: string): readonly string[] {
  return [...text.matchAll(/\$(?:\(|\{)shell\s+/gu)].map(({ index, 0: start }) => {
    const from = index + start.length;
    const [open, close] = start.startsWith('$(') ? ['(', ')'] : ['{', '}'];
    let depth = 1;
    let at = from;
    for (; at < text.length && depth > 0; at += 1) {
      if (text.charAt(at) === open) depth += 1;
      else if (text.charAt(at) === close) depth -= 1;
    }
    return text.slice(from, depth === 0 ? at - 1 : at);
  });
}

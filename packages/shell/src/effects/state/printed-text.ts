import { ansiCAt } from '../../words/ansi-c.ts';
import type { Command, Redirection, Script, SimpleCommand, Word } from '../../tree.ts';
import { textOf, type Item } from '../item/item.ts';
import { approximationOf, itemsOf, valueOf } from '../item/items-of.ts';
import { keepsNames } from './keeps-names.ts';
import { isLineFilter } from './line-filter.ts';
import { lookupsFor } from './lookups.ts';
import { printsNoDash } from './prints-no-dash.ts';
import { listEnds } from '../path/list-ends.ts';
import { listedItems } from '../path/listed-items.ts';
import type { State } from './state.ts';
import type { Shell } from './walk.ts';
import type { GivenText } from './state.ts';

const UNKNOWN = '${_}';

/** What a command prints, where the script says it: `echo`, `printf`, a here-document for `cat`, and lists of them. */
export function printedText(shell: Shell, command: Command, state: State): GivenText | undefined {
  switch (command.type) {
    case 'simple':
      return printedBySimple(shell, command, state);
    case 'and-or':
      return joinedTexts([printedText(shell, command.left, state), printedText(shell, command.right, state)]);
    case 'pipeline': {
      let { input } = state;
      for (const element of command.commands) input = printedText(shell, element, { ...state, input });
      return input;
    }
    case 'subshell':
    case 'group':
      return printedByScript(shell, command.body, withInput(shell, command.redirections, state));
    case 'if':
      return joinedTexts([
        ...command.branches.map(({ body }) => printedByScript(shell, body, state)),
        ...(command.otherwise === undefined ? [] : [printedByScript(shell, command.otherwise, state)]),
      ]);
    case 'while':
    case 'until':
    case 'for':
    case 'select':
      return printedByScript(shell, command.body, state);
    case 'case':
      return joinedTexts(command.clauses.map(({ body }) => printedByScript(shell, body, state)));
    case 'function':
    case 'test':
    case 'arithmetic':
      return undefined;
    default:
      return command satisfies never;
  }
}

function printedByScript(shell: Shell, { items }: Script, state: State): GivenText | undefined {
  return joinedTexts(items.map(({ command }) => printedText(shell, command, state)));
}

/** What a process substitution among the words prints: `bash <(echo ls)`. */
export function substitutedText(shell: Shell, words: readonly Word[], state: State): GivenText | undefined {
  const texts = words
    .flatMap(({ parts }) => parts)
    .flatMap((part) =>
      part.type === 'process-substitution' && part.direction === '<'
        ? [printedByScript(shell, part.script, state)]
        : [],
    );
  return texts.length === 0 ? undefined : joinedTexts(texts);
}

/** What command substitutions among the words print: `eval "$(echo ls)"`. */
export function evaluatedText(shell: Shell, words: readonly Word[], state: State): GivenText | undefined {
  const texts = words
    .flatMap(({ parts }) => parts)
    .flatMap((part) =>
      part.type === 'command-substitution' ? [printedByScript(shell, part.script, state)] : [],
    );
  return texts.length === 0 ? undefined : joinedTexts(texts);
}

/** The state in which a command runs that has these redirections. */
export function withInput(shell: Shell, redirections: readonly Redirection[], state: State): State {
  const last = redirections.findLast(({ descriptor }) => descriptor === 0);
  if (last === undefined) return state;
  // `<&3`: what the command gives to that descriptor.
  const copied = last.operator === '<&' ? Number(last.target.literal ?? Number.NaN) : 0;
  const source = redirections.findLast((one) => one.descriptor === copied) ?? last;
  return { ...state, input: besideList(redirectedInput(shell, source, state), state.input) };
}

/** A loop goes through its list whatever the commands in it read. */
function besideList(input: GivenText | undefined, around: GivenText | undefined): GivenText | undefined {
  return around === undefined ? input : { ...(input ?? NOT_KNOWN), around };
}

/** Something that the line doesn't say. */
export const NOT_KNOWN: GivenText = { text: '', isKnown: false };

/** What a redirection gives to the descriptor that it is for; undefined: that isn't known. */
export function redirectedInput(
  shell: Shell,
  { operator, target }: Redirection,
  state: State,
): GivenText | undefined {
  if (operator === '<' && target.literal === '/dev/null') return { text: '', isKnown: true };
  if (operator === '<') return substitutedText(shell, [target], state);
  if (operator !== '<<' && operator !== '<<-' && operator !== '<<<') return undefined;
  const lookups = lookupsFor(shell, state, [target]);
  const [lookup] = lookups;
  const text = lookup === undefined || lookups.length > 1 ? target.literal : valueOf(target, lookup);
  return { text: text ?? approximationOf(target), isKnown: text !== undefined };
}

/** What is not known is left out: the rest may still be a script. */
export function joinedTexts(texts: readonly (GivenText | undefined)[]): GivenText | undefined {
  const found = texts.filter((one) => one !== undefined);
  if (found.length === 0) return undefined;
  const isWhole = found.length === texts.length;
  const listed = found.flatMap((one) => one.listed ?? []);
  return {
    text: found.map(({ text }) => text).join('\n'),
    isKnown: isWhole && found.every(({ isKnown }) => isKnown),
    isBounded: isWhole && found.every(({ isKnown, isBounded }) => isKnown || isBounded),
    listed: listed.length === 0 ? undefined : listed,
    ends: isWhole && found.every(({ ends }) => ends === found[0]?.ends) ? found[0]?.ends : undefined,
    hasNoDash: isWhole && found.every((one) => one.hasNoDash === true),
  };
}

function printedBySimple(shell: Shell, command: SimpleCommand, state: State): GivenText | undefined {
  const lookups = lookupsFor(shell, state, command.words);
  const texts = lookups.map((lookup) => {
    const items = command.words.flatMap((word) => itemsOf(word, shell.source, lookup));
    return printedByItems(items, withInput(shell, command.redirections, state).input);
  });
  return joinedTexts(texts);
}

function printedByItems(items: readonly Item[], input: GivenText | undefined): GivenText | undefined {
  const [first, ...rest] = items;
  const name = textOf(first)?.replace(/^.*\//u, '');
  switch (name) {
    case 'command':
    case 'builtin':
      return printedByItems(rest, input);
    case 'echo': {
      const start = rest.findIndex((item) => !/^-[neE]+$/u.test(textOf(item) ?? 'x'));
      const operands = start === -1 ? [] : rest.slice(start);
      const isEscaped = rest.slice(0, start).some((item) => textOf(item)?.includes('e') === true);
      const { text, ...shared } = wordsText(operands);
      return { ...shared, text: isEscaped ? unescaped(text) : text };
    }
    case 'yes':
      return wordsText(rest);
    case 'printf':
      return formatted(rest);
    case 'cat':
    case 'tee':
      return name === 'tee' || rest.every((item) => /^-\w*$/u.test(textOf(item) ?? 'x')) ? input : undefined;
    default: {
      const listed = listedItems(name ?? '', items);
      if (listed !== undefined && !runsCommands(items))
        return { text: UNKNOWN, isKnown: false, isBounded: true, listed, ends: listEnds(name ?? '', items) };
      const words = [name ?? '', ...rest.map((item) => textOf(item))];
      if (printsNoDash(words)) return { ...NOT_KNOWN, hasNoDash: true };
      return input === undefined ? undefined : filtered(words, input);
    }
  }
}

function withoutStatus(item: Item): Item {
  return item.search?.hasStatus === true ? { ...item, search: { ...item.search, hasStatus: false } } : item;
}

/** Filters that are there to leave lines out: what they pass on are certain names. */
const NARROW_FILTERS = new Set('grep egrep fgrep rg head tail'.split(' '));

function filtered(words: readonly (string | undefined)[], input: GivenText): GivenText | undefined {
  const [name = ''] = words;
  if (input.listed === undefined)
    return isLineFilter(words) ? { ...input, isKnown: false, isBounded: input.isKnown } : undefined;
  // Another part of a name may name anything.
  const keepsLines = isLineFilter(words);
  if (!keepsLines && !keepsNames(words, input.listed))
    return { ...input, isKnown: false, isBounded: false, ends: undefined };
  // It may have taken the column before each name away: another filter that does so would cut the names.
  if (!keepsLines) return { ...input, listed: input.listed.map(withoutStatus), ends: undefined };
  const areLines = words.some((word) => /^-[a-zA-Z]*z/u.test(word ?? '')) ? 'zero' : 'line';
  const ends = input.ends === areLines ? areLines : undefined;
  if (!NARROW_FILTERS.has(name)) return { ...input, ends };
  const listed = input.listed.map((item) => ({
    ...item,
    search: { followsLinks: false, entersLink: false, ...item.search, isSome: true },
  }));
  return { ...input, listed, ends };
}

/** What it lists is then what these print. */
function runsCommands(items: readonly Item[]): boolean {
  return items.some((item) => /^-(?:exec|execdir|ok|okdir|delete|[xX])$/u.test(textOf(item) ?? ''));
}

function wordsText(items: readonly Item[]): GivenText {
  const listed = items.filter(({ isGlob }) => isGlob);
  return {
    text: items.map(approximate).join(' '),
    isKnown: items.every((item) => textOf(item) !== undefined),
    isBounded: items.every((item) => item.isGlob || textOf(item) !== undefined),
    listed: listed.length === 0 ? undefined : listed,
  };
}

function approximate(item: Item): string {
  return textOf(item) ?? item.approximation ?? UNKNOWN;
}

/** As printf prints it: the format again and again, until no argument is left. */
function formatted(items: readonly Item[]): GivenText {
  const [first, ...rest] = textOf(items[0]) === '--' ? items.slice(1) : items;
  const format = first === undefined ? '' : approximate(first);
  const left = rest.map(approximate);
  let text = '';
  do {
    const before = left.length;
    text += unescaped(
      format.replaceAll(/%(?:%|[-+ #0]*[\d*]*(?:\.[\d*]+)?([a-zA-Z]))/gu, (_whole, letter?: string) =>
        letter === undefined ? '%' : (left.shift() ?? ''),
      ),
    );
    if (left.length === before) break;
  } while (left.length > 0 && text.length < MAX_TEXT);
  return { ...wordsText(items), text };
}

/** No command of this length is looked at. */
const MAX_TEXT = 10_000;

/** With escapes as `echo -e` and the format of printf have them. */
function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  const octal = text.replaceAll(/\\0([0-7]{1,3})/gu, '\\$1');
  return ansiCAt(`$'${octal.replaceAll("'", String.raw`\'`)}'`, 0)?.text ?? text;
}

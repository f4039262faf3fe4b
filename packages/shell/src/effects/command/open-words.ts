import { endsOptions, mayReadByOption, mayWriteByOption } from '../../tables/possible-options.ts';
import type { WordPart } from '../../tree.ts';
import type { FileEffect } from '../analysis.ts';
import { argumentsOf, textOf, type Item } from '../item/item.ts';
import type { Standpoint } from '../path/path-effects.ts';
import { UNKNOWN_COMMAND } from '../running/command-options.ts';
import { runsByOption } from '../running/running-options.ts';
import type { Running } from '../running/running.ts';
import { scriptPrintsNoDash } from '../state/prints-no-dash.ts';
import type { GivenText } from '../state/state.ts';
import type { Shell } from '../state/walk.ts';
import { isReadFromList, isSubstituted, type NameLists } from './list-words.ts';

/**
 * Index of the first word that comes from a list which no one knows, and that may so be an option of the command, whatever that
 * is: `cat list | xargs sort`. Undefined: there is none.
 */
export function openWord(
  items: readonly Item[],
  lists: NameLists,
  shell: Shell,
  standpoint: Standpoint,
): number | undefined {
  const end = endsOptions(argumentsOf(items)) ? items.findIndex((item) => textOf(item) === '--') : -1;
  const found = items.findIndex((item, index) => index > 0 && isOpen(item, lists, shell, standpoint));
  return found === -1 || (end !== -1 && end < found) ? undefined : found;
}

/** `"$x"`, `${a[@]}` */
const WHOLE_VARIABLE = /^"?\$\{?(\w+|[@*])(?:\[[@*]\])?\}?"?$/u;

function isOpen(item: Item, { input, evaluated }: NameLists, shell: Shell, standpoint: Standpoint): boolean {
  const { value, written, isGlob, search } = item;
  const mayBegin = typeof value !== 'string' && (value === undefined || value.prefix === '');
  if (!mayBegin || isGlob || search !== undefined) return false;
  if (isSubstituted(written)) return evaluated === undefined || !isTold(evaluated);
  const [, name] = WHOLE_VARIABLE.exec(written) ?? [];
  const { listed, readIn, functions } = shell.facts;
  if (name !== undefined && (listed.has(name) || readIn.has(name)))
    return !takesNoDash(name, written.startsWith('"'), input, shell);
  // What a function is called with isn't followed.
  if (name !== undefined && /^[@*\d]$/u.test(name) && functions.size > 0) return true;
  return isReadFromList(written, standpoint) && (input === undefined || !isTold(input));
}

/** What is in it is looked at where it is known. Of names of files, those that are there are. */
function isTold({ isKnown, isBounded, hasNoDash, around }: GivenText): boolean {
  return (isKnown || isBounded === true || hasNoDash === true) && (around === undefined || isTold(around));
}

/** All that the script gives the variable begins with no dash, or it is a loop's, and its list holds none. */
function takesNoDash(
  name: string,
  isQuoted: boolean,
  input: GivenText | undefined,
  { bindings: [own] }: Shell,
): boolean {
  const values = own?.of(name) ?? [];
  const isOfLoop = values.every((one) => one.kind === 'unknown' || one.from === 'loop');
  if (isOfLoop) return input !== undefined && isTold(input);
  return values.every(
    (one) => one.kind === 'word' && startsOtherwise(one.parts) && (isQuoted || staysOne(one.parts)),
  );
}

function startsOtherwise(parts: readonly WordPart[]): boolean {
  const [first] = parts.filter((part) => part.type !== 'literal' || part.value !== '');
  if (first?.type === 'literal') return !first.value.startsWith('-');
  return first?.type === 'command-substitution' && scriptPrintsNoDash(first.script);
}

/** Unquoted, the shell splits a value at blanks and expands patterns in it; it may so become an option too. */
function staysOne(parts: readonly WordPart[]): boolean {
  return parts.every((part) =>
    part.type === 'literal'
      ? !/[\s*?[\\]/u.test(part.value)
      : part.type === 'command-substitution' && scriptPrintsNoDash(part.script),
  );
}

/** What it may write or read if that word is an option. */
export function touchedByOpenWord(items: readonly Item[], at: number | undefined): readonly FileEffect[] {
  const written = at === undefined ? undefined : items[at]?.written;
  if (at === undefined || written === undefined) return [];
  const unknown = { path: undefined, isTree: true, written } as const;
  const argv = argumentsOf(items);
  return [
    ...(mayWriteByOption(argv, at) ? [{ ...unknown, access: 'write' } as const] : []),
    ...(mayReadByOption(argv) ? [{ ...unknown, access: 'read' } as const] : []),
  ];
}

/** With a command of which nothing is known, if that word may be an option that says one. */
export function withOpenWord(
  running: Running | undefined,
  items: readonly Item[],
  at: number | undefined,
): Running | undefined {
  const name = textOf(items[0])?.replace(/^.*\//u, '');
  if (at === undefined || name === undefined || !runsByOption(name, items, at)) return running;
  if (running !== undefined) return { ...running, inner: [...running.inner, UNKNOWN_COMMAND] };
  return { name, inner: [UNKNOWN_COMMAND], allow: 'as-written', isTransparent: false, staysHere: true };
}

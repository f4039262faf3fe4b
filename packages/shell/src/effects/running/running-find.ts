import { addedItem, textOf, type Item } from '../item/item.ts';
import { foundItems } from '../path/found-items.ts';
import type { Inner, Running } from './running.ts';

const RUNS = new Set('-exec -execdir -ok -okdir'.split(' '));
const FD = new Set(['fd', 'fdfind']);
const CHANGES = new Set('-delete -fprint -fprint0 -fprintf -fls'.split(' '));
/** What `-delete` does, said as a command. */
const REMOVE = ['rm', '-rf', '--'].map((word) => ({ ...addedItem(word), isLiteral: true }));

/** The commands of `find -exec`, and `fd -x`. */
export function findRunning(name: string, items: readonly Item[]): Running | undefined {
  const inner: Inner[] = [];
  const remainder: Item[] = [];
  const found = foundItems(name, items);
  let isHidden = false;
  const isGnuFind = !FD.has(name);
  let staysHere = isGnuFind || !items.some((item) => /^(?:-[^-]*C|--base)/u.test(textOf(item) ?? ''));
  let isDeleting = false;
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    if (item === undefined) continue;
    const word = textOf(item);
    // A name that a pattern finds may be -delete; one that begins otherwise is a path.
    const begins = typeof item.value === 'object' ? item.value.prefix : (word ?? '');
    isHidden ||= begins === '' || (word === undefined && begins.startsWith('-')) || CHANGES.has(begins);
    const run = runOf(name, begins, word !== undefined);
    if (isGnuFind && begins === '-delete') {
      isDeleting = true;
      inner.push({ kind: 'words', items: [...REMOVE, ...found], isStandIn: true });
    }
    if (run === undefined) {
      remainder.push(item);
      continue;
    }
    isHidden = true;
    staysHere &&= !isGnuFind || word === '-exec';
    const start = index + 1;
    while (index + 1 < items.length && !isEnd(items, index + 1, start)) index += 1;
    const command = [...run, ...items.slice(start, index + 1)].flatMap((one) => withFound(one, found));
    // Of fd, `rm` without `{}` is given what is found.
    if (command.length > 0)
      inner.push({ kind: 'words', items: isGnuFind ? command : [...command, ...found] });
    index += 1;
  }
  if (!isHidden) return undefined;
  const shared = { name, inner, allow: 'hidden', staysHere, found } as const;
  const isTransparent = staysHere && !isDeleting;
  return isTransparent && inner.length > 0
    ? { ...shared, isTransparent, remainder: [...remainder, addedItem('-print')] }
    : { ...shared, isTransparent: false };
}

/** The words of the command that stand in the option itself: none, or its name. Undefined: the option runs nothing. */
function runOf(name: string, word: string, isKnown: boolean): readonly Item[] | undefined {
  if (!FD.has(name)) return RUNS.has(word) ? [] : undefined;
  const start = word.startsWith('--') ? longRunStart(word) : letterRunStart(word);
  if (start === undefined) return undefined;
  const attached = word.slice(start);
  if (attached === '') return isKnown ? [] : [addedItem(undefined)];
  const value = isKnown ? attached : { prefix: attached, isOne: true };
  return [{ ...addedItem(value), written: attached, isLiteral: isKnown, approximation: attached }];
}

/** `--exec=rm`, `--exec-batch`, and their like cut short. */
function longRunStart(word: string): number | undefined {
  const equals = word.indexOf('=');
  const option = equals === -1 ? word : word.slice(0, equals);
  if (option.length < '--exe'.length || !'--exec-batch'.startsWith(option)) return undefined;
  return equals === -1 ? word.length : equals + 1;
}

/** `-x`, `-Hxrm`: letters of fd that take a value end the bundle. */
function letterRunStart(word: string): number | undefined {
  if (!word.startsWith('-')) return undefined;
  const place = word.slice(1).search(/[xXdEteSocjC]/u) + 1;
  if (place === 0 || !/[xX]/u.test(word.charAt(place))) return undefined;
  return word.charAt(place + 1) === '=' ? place + 2 : place + 1;
}

/** `;`, or `+` after `{}`. */
function isEnd(items: readonly Item[], index: number, start: number): boolean {
  const word = textOf(items[index]);
  return word === ';' || (word === '+' && index > start && textOf(items[index - 1]) === '{}');
}

/** `{}` stands for what is found, which may begin at several places. */
function withFound(item: Item, found: readonly Item[]): readonly Item[] {
  const text = textOf(item);
  const at = text?.search(/\{[}./]/u) ?? -1;
  if (text === undefined || at === -1) return [item];
  const approximation = text.replaceAll('{}', '${_}');
  const shared = { written: item.written, approximation };
  if (text !== '{}') return [{ ...addedItem({ prefix: text.slice(0, at), isOne: true }), ...shared }];
  return found.map((one) => ({
    ...one,
    ...shared,
    written: one.written === '' ? item.written : one.written,
  }));
}

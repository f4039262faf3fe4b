import { addedItem, textOf, type Item } from './item.ts';
import type { Inner, Running } from './running.ts';

const RUNS = new Set('-exec -execdir -ok -okdir'.split(' '));
const CHANGES = new Set('-delete -fprint -fprint0 -fprintf -fls'.split(' '));

/** The commands of `find -exec`, and `fd -x`. */
export function findRunning(name: string, items: readonly Item[]): Running | undefined {
  const inner: Inner[] = [];
  let isHidden = false;
  let staysHere = true;
  for (let index = 1; index < items.length; index += 1) {
    const item = items[index];
    const word = textOf(item);
    // A name that a pattern finds may be -delete; one that begins otherwise is a path.
    const begins = typeof item?.value === 'object' ? item.value.prefix : (word ?? '');
    isHidden ||= begins === '' || (word === undefined && begins.startsWith('-')) || CHANGES.has(begins);
    const isRun = name === 'find' ? RUNS.has(begins) : /^(?:-[a-zA-Z]*[xX]|--exec(?:-batch)?)$/u.test(begins);
    if (!isRun) continue;
    isHidden = true;
    staysHere &&= !begins.endsWith('dir');
    const start = index + 1;
    while (index + 1 < items.length && !isEnd(items, index + 1, start)) index += 1;
    const command = items.slice(start, index + 1).map((one) => withoutFound(one));
    if (command.length > 0)
      inner.push({ kind: 'words', items: name === 'find' ? command : [...command, addedItem(undefined)] });
  }
  if (!isHidden) return undefined;
  return { name, inner, allow: 'hidden', isTransparent: false, staysHere };
}

/** `;`, or `+` after `{}`. */
function isEnd(items: readonly Item[], index: number, start: number): boolean {
  const word = textOf(items[index]);
  return word === ';' || (word === '+' && index > start && textOf(items[index - 1]) === '{}');
}

function withoutFound(item: Item): Item {
  const text = textOf(item);
  const at = text?.search(/\{[}./]/u) ?? -1;
  if (text === undefined || at === -1) return item;
  return {
    ...item,
    value: { prefix: text.slice(0, at), isOne: text !== '{}' },
    isLiteral: false,
    approximation: text.replaceAll('{}', '${_}'),
    end: undefined,
  };
}

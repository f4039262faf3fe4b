import { textOf, type Item } from '../item/item.ts';
import type { Inner } from './running.ts';

/** The script that one argument is, as far as it is known. */
export function scriptOf(item: Item): readonly Inner[] {
  const text = textOf(item);
  if (text !== undefined) return [{ kind: 'script', text, isKnown: true }];
  const { approximation } = item;
  return approximation === undefined ? [] : [{ kind: 'script', text: approximation, isKnown: false }];
}

/** The script that arguments are when they are joined by blanks. */
export function joinedScript(items: readonly Item[]): readonly Inner[] {
  const texts = items.map((item) => textOf(item) ?? item.approximation ?? '${_}');
  if (items.every((item) => item.approximation === undefined)) return [];
  return [
    { kind: 'script', text: texts.join(' '), isKnown: items.every((item) => textOf(item) !== undefined) },
  ];
}

import { MAX_TEXTS } from '../item/deny-texts.ts';
import { textOf, type Item } from '../item/item.ts';
import type { Inner } from './running.ts';

/**
 * Which word begins the command is not known: it may be any that is not an option. One more than rules are shown makes the
 * whole opaque.
 */
export function anySuffix(items: readonly Item[], added: readonly Item[] = []): readonly Inner[] {
  const inner: Inner[] = [];
  for (const [index, item] of items.entries()) {
    if (inner.length > MAX_TEXTS) break;
    if (textOf(item)?.startsWith('-') !== true)
      inner.push({ kind: 'words', items: [...items.slice(index), ...added] });
  }
  return inner;
}

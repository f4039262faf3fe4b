import type { Hardening } from '../../tables/classification.ts';
import { textOf, type Item } from '../item/item.ts';
import type { Shell } from '../state/walk.ts';

/** Text to insert, by offset in the source. */
export type Insertions = readonly { readonly at: number; readonly text: string }[];

/** The words that keep a command from running what a repository configures, or why they can't be put in. */
export function insertionsFor(
  hardening: Hardening,
  items: readonly Item[],
  shell: Shell,
  isNested: boolean,
): Insertions | { readonly why: string } {
  const insertions: { at: number; text: string }[] = [];
  for (const { at, words } of hardening.insertions) {
    const before = items[at - 1];
    const text = textOf(before);
    const isPlain =
      !isNested && shell.span === undefined && before?.end !== undefined && before.written === text;
    const { source } = shell.walk;
    const offset = before?.end ?? 0;
    if (!isPlain || text === undefined || source.slice(offset - text.length, offset) !== text)
      return { why: 'options that it needs to be safe have no place here' };
    insertions.push({ at: offset, text: ` ${words.join(' ')}` });
  }
  return insertions;
}

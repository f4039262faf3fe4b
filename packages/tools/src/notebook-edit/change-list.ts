import type { Span } from './json-spans.ts';
import { lineStart, type JsonStyle } from './json-style.ts';
import type { Splice } from './splice.ts';

/** Indentation levels of a cell: in the list, in the notebook. */
const CELL_DEPTH = 2;

/** Inserts `json` into the list that `list` spans, as the item at `index`. */
export function insertItem(
  list: Span,
  items: readonly Span[],
  index: number,
  json: string,
  style: JsonStyle,
): Splice {
  const before = items[index - 1];
  const start = lineStart(style, CELL_DEPTH);
  if (before !== undefined)
    return { start: before.end, end: before.end, text: `${style.comma}${start}${json}` };
  const first = items[0];
  if (first !== undefined)
    return { start: first.start, end: first.start, text: `${json}${style.comma}${start}` };
  return { start: list.start, end: list.end, text: `[${start}${json}${lineStart(style, CELL_DEPTH - 1)}]` };
}

/** Removes an item from the list, with its comma; an empty list becomes `[]`. */
export function removeItem(list: Span, items: readonly Span[], index: number): Splice {
  const [before, item, next] = [items[index - 1], items[index], items[index + 1]];
  if (item === undefined) throw new Error('There is no such item.');
  if (before !== undefined) return { start: before.end, end: item.end, text: '' };
  if (next !== undefined) return { start: item.start, end: next.start, text: '' };
  return { start: list.start, end: list.end, text: '[]' };
}

/** One change of a text; `start` and `end` are positions before all changes. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies all changes to the text. They don't overlap; of two at one position, the first given comes first. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, text: inserted } of splices.toSorted(inOrder)) {
    parts.push(text.slice(from, start), inserted);
    from = end;
  }
  return parts.join('') + text.slice(from);
}

/** Insertions at a position come before what is removed from there on. */
function inOrder(one: Splice, other: Splice): number {
  return one.start - other.start || one.end - other.end;
}

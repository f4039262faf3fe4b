/** One change of a text; `start` and `end` are places in the text before all changes. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text with all changes made. They don't overlap; of two at one place the first given comes first. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end, text: inserted } of splices.toSorted(inOrder)) {
    parts.push(text.slice(from, start), inserted);
    from = end;
  }
  return parts.join('') + text.slice(from);
}

/** What is put in at a place comes before what is taken away from there on. */
function inOrder(one: Splice, other: Splice): number {
  return one.start - other.start || one.end - other.end;
}

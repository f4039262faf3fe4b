/** Finds what is stored under any prefix (or suffix) of a text, at a cost that doesn't grow with how much is stored. */
export interface AffixIndex<T> {
  add(affix: string, value: T): void;
  /** Returns every list stored under a prefix (or suffix) of the text, including the text itself. */
  visit(text: string, visit: (values: readonly T[]) => void): void;
}

interface Group<T> {
  readonly lengths: Set<number>;
  readonly values: Map<string, T[]>;
}

/** Affixes are not empty. Each length that occurs costs one lookup, among affixes with the same outermost character. */
export function createAffixIndex<T>(end: 'head' | 'tail'): AffixIndex<T> {
  const groups = new Map<number, Group<T>>();
  const outermost = (text: string): number => text.charCodeAt(end === 'head' ? 0 : text.length - 1);
  return {
    add(affix, value) {
      const edge = outermost(affix);
      const group = groups.get(edge) ?? { lengths: new Set<number>(), values: new Map<string, T[]>() };
      groups.set(edge, group);
      group.lengths.add(affix.length);
      const kept = group.values.get(affix);
      if (kept === undefined) group.values.set(affix, [value]);
      else kept.push(value);
    },
    visit(text, visit) {
      const group = groups.get(outermost(text));
      if (group === undefined) return;
      for (const length of group.lengths) {
        if (length > text.length) continue;
        const found = group.values.get(end === 'head' ? text.slice(0, length) : text.slice(-length));
        if (found !== undefined) visit(found);
      }
    },
  };
}

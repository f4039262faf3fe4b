import { nextNode, type ReplacementTable } from './replacement-table.ts';

/** Replaces texts in one stream of bytes, however it is split into chunks. */
interface Replacer {
  /** Returns the bytes that are decided. Holds back only what could be the start of a match. */
  push(chunk: Buffer): readonly Buffer[];
  /** Returns the bytes held back. */
  end(): readonly Buffer[];
}

/**
 * Of overlapping matches, replaces the one that starts first, and of those that start together, the longest; nothing of a text that
 * contains a match remains. Takes linear time.
 */
export function createReplacer(table: ReplacementTable): Replacer {
  const { replacements, first, straight, isInner, fallbacks, depths, owners, wholes, ends } = table;
  let node = 0;
  // Offsets from the beginning of the stream.
  let read = 0;
  /** Everything before this is returned or replaced. */
  let given = 0;
  /** No candidate starts before this. */
  let decided = 0;
  /** The longest match found so far, by its start; a longer one may still come. */
  const candidates = new Map<number, number>();

  /** Bytes not yet returned: the suffix that leads to a node. */
  const heldBack = (): Buffer => {
    const depth = depths[node] ?? 0;
    return replacements[owners[node] ?? -1]?.from.subarray(depth - (read - given), depth) ?? Buffer.alloc(0);
  };

  /** Replaces matches that start before an offset; nothing still to come starts there. */
  const decide = (before: number, parts: Buffer[], giveUpTo: (end: number) => void): void => {
    while (candidates.size > 0 && decided < before) {
      const replacement = replacements[candidates.get(decided) ?? -1];
      if (replacement === undefined) decided += 1;
      else {
        giveUpTo(decided);
        parts.push(replacement.to);
        given = decided + replacement.from.length;
        for (; decided < given; decided++) candidates.delete(decided);
      }
    }
  };

  const take = (chunk: Buffer, isEnd: boolean): readonly Buffer[] => {
    const [held, from, base] = [heldBack(), given, read];
    const parts: Buffer[] = [];
    const giveUpTo = (end: number): void => {
      if (end <= given) return;
      if (given < base) parts.push(held.subarray(given - from, Math.min(end, base) - from));
      if (end > base) parts.push(chunk.subarray(Math.max(given, base) - base, end - base));
      given = end;
    };
    let isWaiting = candidates.size > 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (node === 0) {
        node = first[byte] ?? 0;
        if (node === 0 && !isWaiting) continue;
      } else if (straight[node] === byte) node += 1;
      else {
        let next = nextNode(table, node, byte);
        while (next === undefined && node !== 0) {
          node = fallbacks[node] ?? 0;
          next = nextNode(table, node, byte);
        }
        node = next ?? 0;
      }
      let end = ends[node] ?? 0;
      if (end === 0 && !isWaiting) continue;
      read = base + at + 1;
      if (!isWaiting) decided = Math.max(decided, read - (depths[node] ?? 0));
      for (; end !== 0; end = ends[fallbacks[end] ?? 0] ?? 0)
        candidates.set(read - (depths[end] ?? 0), wholes[end] ?? -1);
      while (node !== 0 && isInner[node] === 0) node = fallbacks[node] ?? 0;
      decide(read - (depths[node] ?? 0), parts, giveUpTo);
      // A candidate that started within the replaced text is void.
      while (read - (depths[node] ?? 0) < given) node = fallbacks[node] ?? 0;
      isWaiting = candidates.size > 0;
    }
    read = base + chunk.length;
    if (isEnd) decide(read, parts, giveUpTo);
    giveUpTo(isEnd ? read : read - (depths[node] ?? 0));
    return parts.filter(({ length }) => length > 0);
  };

  return {
    push: (chunk) => take(chunk, false),
    end() {
      const parts = take(Buffer.alloc(0), true);
      node = 0;
      return parts;
    },
  };
}

/** Replaces in a complete text. */
export function replaceAll(table: ReplacementTable, bytes: Buffer): Buffer {
  const replacer = createReplacer(table);
  return Buffer.concat([...replacer.push(bytes), ...replacer.end()]);
}

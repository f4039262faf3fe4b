export interface Replacement {
  /** Not empty. */
  readonly from: Buffer;
  readonly to: Buffer;
}

/** Some texts, ready to be looked for. */
export interface ReplacementTable {
  readonly replacements: readonly Replacement[];
  /** By the first byte: where a walk goes on from the root, which is 0. */
  readonly first: Int32Array;
  /** By node: the byte that leads to the node after it, which was made next; -1: none does. */
  readonly straight: Int16Array;
  /** By node and byte: the next node. */
  readonly edges: ReadonlyMap<number, number>;
  /** By node: the one with the longest shorter end of what has been read. */
  readonly fallbacks: readonly number[];
  readonly depths: readonly number[];
  /** By node: a replacement that begins with what leads there. */
  readonly owners: readonly number[];
  /** By node: the replacement that what has been read ends with; -1: none. */
  readonly found: readonly number[];
}

/** Replaces in one stream of bytes, however it is cut. */
export interface Replacer {
  /** What is decided by now. No more is held back than could be the beginning of a text that is looked for. */
  push(chunk: Buffer): readonly Buffer[];
  /** What was held back. */
  end(): readonly Buffer[];
}

const BYTES = 256;

/** The automaton of Aho and Corasick: one walk finds all texts, in time linear in what is read. */
export function replacementTable(replacements: readonly Replacement[]): ReplacementTable {
  const edges = new Map<number, number>();
  const [fallbacks, depths, owners, found] = [[0], [0], [-1], [-1]];
  const order: { readonly node: number; readonly byte: number; readonly parent: number }[] = [];
  for (const [index, { from }] of replacements.entries()) {
    let node = 0;
    for (const [at, byte] of from.entries()) {
      const key = node * BYTES + byte;
      let next = edges.get(key);
      if (next === undefined) {
        next = depths.length;
        edges.set(key, next);
        depths.push(at + 1);
        owners.push(index);
        found.push(-1);
        fallbacks.push(0);
        order.push({ node: next, byte, parent: node });
      }
      node = next;
    }
    if (found[node] === -1) found[node] = index;
  }
  const straight = Int16Array.from(
    depths,
    (depth, node) => replacements[owners[node] ?? -1]?.from[depth] ?? -1,
  );
  const first = Int32Array.from({ length: BYTES }, (_, byte) => edges.get(byte) ?? 0);
  order.sort((a, b) => (depths[a.node] ?? 0) - (depths[b.node] ?? 0));
  for (const { node, byte, parent } of order) {
    if (parent !== 0) {
      let back = fallbacks[parent] ?? 0;
      while (back !== 0 && !edges.has(back * BYTES + byte)) back = fallbacks[back] ?? 0;
      fallbacks[node] = edges.get(back * BYTES + byte) ?? 0;
    }
    if (found[node] === -1) found[node] = found[fallbacks[node] ?? 0] ?? -1;
  }
  return { replacements, first, straight, edges, fallbacks, depths, owners, found };
}

/** Of texts that overlap the one that ends first is replaced, the longest of those that end there. */
export function createReplacer(table: ReplacementTable): Replacer {
  const { replacements, first, straight, edges, fallbacks, depths, owners, found } = table;
  let node = 0;

  /** What leads to a node, which is what has been read last and is not given out yet. */
  const heldBack = (): Buffer =>
    replacements[owners[node] ?? -1]?.from.subarray(0, depths[node]) ?? Buffer.alloc(0);

  return {
    push(chunk) {
      const held = heldBack();
      const parts: Buffer[] = [];
      // Both count from the beginning of the chunk: what is held back lies before it.
      let given = -held.length;
      const giveUpTo = (end: number): void => {
        if (given < 0 && end > given)
          parts.push(held.subarray(held.length + given, held.length + Math.min(end, 0)));
        if (end > 0 && end > given) parts.push(chunk.subarray(Math.max(given, 0), end));
        given = Math.max(given, end);
      };
      for (let at = 0; at < chunk.length; at++) {
        const byte = chunk[at] ?? 0;
        if (node === 0) {
          node = first[byte] ?? 0;
          if (node === 0) continue;
        } else if (straight[node] === byte) node += 1;
        else {
          let next = edges.get(node * BYTES + byte);
          while (next === undefined && node !== 0) {
            node = fallbacks[node] ?? 0;
            next = edges.get(node * BYTES + byte);
          }
          node = next ?? 0;
        }
        const index = found[node] ?? -1;
        const replacement = index < 0 ? undefined : replacements[index];
        if (replacement === undefined) continue;
        giveUpTo(at + 1 - replacement.from.length);
        parts.push(replacement.to);
        given = at + 1;
        node = 0;
      }
      giveUpTo(chunk.length - (depths[node] ?? 0));
      return parts.filter(({ length }) => length > 0);
    },
    end() {
      const held = heldBack();
      node = 0;
      return held.length === 0 ? [] : [held];
    },
  };
}

/** All of it at once. */
export function replaceAll(table: ReplacementTable, bytes: Buffer): Buffer {
  const replacer = createReplacer(table);
  return Buffer.concat([...replacer.push(bytes), ...replacer.end()]);
}

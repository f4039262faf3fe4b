export interface Replacement {
  /** Not empty. */
  readonly from: Buffer;
  readonly to: Buffer;
}

/** Texts compiled into an automaton. Node 0 is the root; every other node represents a prefix of a text. */
export interface ReplacementTable {
  readonly replacements: readonly Replacement[];
  /** By first byte: where to go from the root. */
  readonly first: Int32Array;
  /** By node: the byte that leads to the node created next; -1 if none. */
  readonly straight: Int16Array;
  /** By node and byte: the other transitions. */
  readonly branches: ReadonlyMap<number, number>;
  /** By node: 1 if it has transitions. */
  readonly isInner: Uint8Array;
  /** By node: the node of the longest proper suffix of what was read. */
  readonly fallbacks: Int32Array;
  readonly depths: Int32Array;
  /** By node: a replacement whose text starts with this prefix. */
  readonly owners: Int32Array;
  /** By node: the replacement whose complete text this is; -1 if none. */
  readonly wholes: Int32Array;
  /** By node: itself, or the next one on the fallback chain, where a complete text ends; 0 if none. */
  readonly ends: Int32Array;
}

const BYTES = 256;

/** The Aho-Corasick automaton: finds all texts in one pass. Takes about 30 bytes for each byte of text. */
export function replacementTable(replacements: readonly Replacement[]): ReplacementTable {
  const max = replacements.reduce((sum, { from }) => sum + from.length, 1);
  const table = {
    replacements,
    first: new Int32Array(BYTES),
    straight: new Int16Array(max).fill(-1),
    branches: new Map<number, number>(),
    isInner: new Uint8Array(max),
    fallbacks: new Int32Array(max),
    depths: new Int32Array(max),
    owners: new Int32Array(max).fill(-1),
    wholes: new Int32Array(max).fill(-1),
    ends: new Int32Array(max),
  };
  const { first, straight, branches, isInner, depths, owners, wholes } = table;
  const parents = new Int32Array(max);
  let made = 1;
  for (const [index, { from }] of replacements.entries()) {
    let node = 0;
    for (const [at, byte] of from.entries()) {
      let next = nextNode(table, node, byte);
      if (next === undefined) {
        next = made++;
        if (node === 0) first[byte] = next;
        else if (next === node + 1) straight[node] = byte;
        else branches.set(node * BYTES + byte, next);
        isInner[node] = 1;
        depths[next] = at + 1;
        owners[next] = index;
        parents[next] = node;
      }
      node = next;
    }
    if (wholes[node] === -1) wholes[node] = index;
  }
  fallBack(table, parents.subarray(0, made));
  return table;
}

/** The next node without falling back. */
export function nextNode(
  { first, straight, branches }: Pick<ReplacementTable, 'first' | 'straight' | 'branches'>,
  node: number,
  byte: number,
): number | undefined {
  if (node === 0) return first[byte] === 0 ? undefined : first[byte];
  return straight[node] === byte ? node + 1 : branches.get(node * BYTES + byte);
}

function fallBack(table: ReplacementTable, parents: Int32Array): void {
  const { replacements, fallbacks, depths, owners, wholes, ends } = table;
  for (const node of byDepth(depths.subarray(0, parents.length))) {
    const [parent = 0, depth = 0] = [parents[node], depths[node]];
    if (depth > 1) {
      const byte = replacements[owners[node] ?? -1]?.from[depth - 1] ?? 0;
      let back = fallbacks[parent] ?? 0;
      while (back !== 0 && nextNode(table, back, byte) === undefined) back = fallbacks[back] ?? 0;
      fallbacks[node] = nextNode(table, back, byte) ?? 0;
    }
    ends[node] = wholes[node] === -1 ? (ends[fallbacks[node] ?? 0] ?? 0) : node;
  }
}

/** Node numbers by increasing depth. */
function byDepth(depths: Int32Array): Int32Array {
  const places = new Int32Array(depths.reduce((max, depth) => Math.max(max, depth), 0) + 2);
  for (const depth of depths) places[depth + 1] = (places[depth + 1] ?? 0) + 1;
  for (let depth = 1; depth < places.length; depth++)
    places[depth] = (places[depth] ?? 0) + (places[depth - 1] ?? 0);
  const nodes = new Int32Array(depths.length);
  for (const [node, depth] of depths.entries()) {
    const place = places[depth] ?? 0;
    nodes[place] = node;
    places[depth] = place + 1;
  }
  return nodes;
}

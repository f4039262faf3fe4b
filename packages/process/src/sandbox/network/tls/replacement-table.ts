export interface Replacement {
  /** Not empty. */
  readonly from: Buffer;
  readonly to: Buffer;
}

/** Some texts, ready to be looked for. Node 0 is the root; all others stand for a beginning of a text. */
export interface ReplacementTable {
  readonly replacements: readonly Replacement[];
  /** By the first byte: where a walk goes on from the root. */
  readonly first: Int32Array;
  /** By node: the byte that leads to the node after it, which was made next; -1: none does. */
  readonly straight: Int16Array;
  /** By node and byte: where else a walk goes on. */
  readonly branches: ReadonlyMap<number, number>;
  /** By node: 1 where a walk can go on. */
  readonly isInner: Uint8Array;
  /** By node: the one with the longest shorter end of what has been read. */
  readonly fallbacks: Int32Array;
  readonly depths: Int32Array;
  /** By node: a replacement that begins with what leads there. */
  readonly owners: Int32Array;
  /** By node: the replacement whose whole text leads there; -1: none. */
  readonly wholes: Int32Array;
  /** By node: itself, or the next one by fallbacks, where a whole text ends; 0: none. */
  readonly ends: Int32Array;
}

const BYTES = 256;

/** The automaton of Aho and Corasick: one walk finds all texts. Takes some 30 bytes for each byte that is looked for. */
export function replacementTable(replacements: readonly Replacement[]): ReplacementTable {
  const most = replacements.reduce((sum, { from }) => sum + from.length, 1);
  const table = {
    replacements,
    first: new Int32Array(BYTES),
    straight: new Int16Array(most).fill(-1),
    branches: new Map<number, number>(),
    isInner: new Uint8Array(most),
    fallbacks: new Int32Array(most),
    depths: new Int32Array(most),
    owners: new Int32Array(most).fill(-1),
    wholes: new Int32Array(most).fill(-1),
    ends: new Int32Array(most),
  };
  const { first, straight, branches, isInner, depths, owners, wholes } = table;
  const parents = new Int32Array(most);
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

/** Where a walk goes on without falling back. */
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

/** Numbers of nodes, those of small depth first. */
function byDepth(depths: Int32Array): Int32Array {
  const places = new Int32Array(depths.reduce((most, depth) => Math.max(most, depth), 0) + 2);
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

/** A directed graph: each node with those it leads to. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

export function graphOf(edges: Iterable<readonly [from: string, to: string]>): Graph {
  const graph = new Map<string, Set<string>>();
  for (const [from, to] of edges) {
    if (from === to) continue;
    const known = graph.get(from) ?? new Set();
    graph.set(from, known.add(to));
  }
  return graph;
}

/** Groups of nodes that all lead to each other, each sorted. */
export function findCircles(graph: Graph): readonly (readonly string[])[] {
  const reached = new Map([...graph.keys()].map((node) => [node, reachedFrom(graph, node)]));
  const circles = new Map<string, readonly string[]>();
  for (const [node, targets] of reached) {
    if (!targets.has(node)) continue;
    const circle = [...targets].filter((target) => reached.get(target)?.has(node) === true).sort();
    circles.set(circle.join('\n'), circle);
  }
  return [...circles.values()];
}

function reachedFrom(graph: Graph, start: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [start];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const next of graph.get(node) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      open.push(next);
    }
  }
  return reached;
}

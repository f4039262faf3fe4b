import { createAffixIndex, type AffixIndex } from './affix-index.ts';
import type { Glob } from './glob.ts';
import { addTo } from './ordered.ts';
import type { PathPattern } from './path-pattern.ts';
import type { PathRule } from './path-rule.ts';
import { ANY_DEPTH } from './path-steps.ts';

/** A pattern of a rule. */
export interface PathEntry {
  readonly owner: PathRule;
  readonly pattern: PathPattern;
  /** A text that the path must contain. */
  readonly needle: string;
}

/** A directory from which patterns start. */
export interface PathNode {
  readonly children: Map<string, PathNode>;
  /** Without wildcards. */
  readonly whole: PathEntry[];
  /** With wildcards; most directories have none of these. */
  wild: WildEntries | undefined;
  /** The first pattern that starts here or further down, excluding those that are the full path of one file. */
  firstBeneath: PathRule | undefined;
  /** Those that are, by path. */
  readonly literals: { readonly owner: PathRule; readonly path: string }[];
}

export interface WildEntries {
  /** By a segment that must occur further down. */
  readonly bySegment: Map<string, PathEntry[]>;
  /** By the suffix or prefix of a segment further down. */
  readonly byTail: AffixIndex<PathEntry>;
  readonly byHead: AffixIndex<PathEntry>;
  readonly others: PathEntry[];
  /** The first that starts with `**`, and all that don't. */
  firstFloating: PathEntry | undefined;
  readonly anchored: PathEntry[];
}

/** The node of the directory from which the pattern starts. Rules arrive in order. */
export function descend(
  root: PathNode,
  owner: PathRule,
  { anchor, fixed, steps, beneath }: PathPattern,
): PathNode {
  const segments = [...anchor, ...fixed];
  const path = `/${segments.join('/')}`;
  const note = (node: PathNode): void => {
    if (steps.length === 0 && beneath === 0) node.literals.push({ owner, path });
    else node.firstBeneath ??= owner;
  };
  let node = root;
  note(node);
  for (const segment of segments) {
    const child = node.children.get(segment) ?? createPathNode();
    node.children.set(segment, child);
    note(child);
    node = child;
  }
  return node;
}

export function createPathNode(): PathNode {
  return { children: new Map(), whole: [], wild: undefined, firstBeneath: undefined, literals: [] };
}

function wildOf(node: PathNode): WildEntries {
  node.wild ??= {
    bySegment: new Map(),
    byTail: createAffixIndex('tail'),
    byHead: createAffixIndex('head'),
    others: [],
    firstFloating: undefined,
    anchored: [],
  };
  return node.wild;
}

/** Stored under the most selective part of the pattern: a segment that few others have, else a suffix of one, else a prefix. */
export function place(node: PathNode, entry: PathEntry, uses: ReadonlyMap<string, number>): void {
  const { steps } = entry.pattern;
  if (steps.length === 0) {
    node.whole.push(entry);
    return;
  }
  const wild = wildOf(node);
  if (steps[0] === ANY_DEPTH) wild.firstFloating ??= entry;
  else wild.anchored.push(entry);
  const names = steps.filter((step) => typeof step === 'string');
  const rarest = names.toSorted((a, b) => (uses.get(a) ?? 0) - (uses.get(b) ?? 0))[0];
  if (rarest !== undefined) {
    addTo(wild.bySegment, rarest, entry);
    return;
  }
  const globs = steps.filter((step): step is Glob => typeof step === 'object');
  const tail = longest(globs.map((glob) => glob.tail));
  const head = longest(globs.map((glob) => glob.head));
  if (tail !== '' && tail.length >= head.length) wild.byTail.add(tail, entry);
  else if (head !== '') wild.byHead.add(head, entry);
  else wild.others.push(entry);
}

export function needleOf({ steps }: PathPattern): string {
  return longest(steps.map((step) => (typeof step === 'object' ? step.needle : '')));
}

function longest(texts: readonly string[]): string {
  return texts.reduce((longest, next) => (next.length > longest.length ? next : longest), '');
}

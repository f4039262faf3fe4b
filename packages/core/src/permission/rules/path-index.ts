import type { Files } from '../../ports/files.ts';
import { createAffixIndex, type AffixIndex } from './affix-index.ts';
import type { Glob } from './glob.ts';
import { addTo } from './ordered.ts';
import { matchPath, segmentsOf, type PathPattern } from './path-pattern.ts';
import { mayBeDirectory, mayMatchBeneath, type PathRule } from './path-rule.ts';

/** Path rules of one list and one kind. */
export interface PathIndex {
  /** The first rule that matches the path, among those that are accepted. */
  first(path: string, isAccepted?: (rule: PathRule) => boolean): PathRule | undefined;
  /** The first rule that may be about something beneath the directory, or about itself. */
  firstBeneath(tree: string): PathRule | undefined;
}

interface Entry {
  readonly owner: PathRule;
  readonly pattern: PathPattern;
  /** A text that the path must have in it. */
  readonly needle: string;
}

/** A directory from which patterns start. */
interface Node {
  readonly children: Map<string, Node>;
  /** Without wildcards. */
  readonly whole: Entry[];
  /** With wildcards; most directories have none of these. */
  wild: Wild | undefined;
}

interface Wild {
  /** By a segment that must occur further down. */
  readonly bySegment: Map<string, Entry[]>;
  /** By how a segment further down must end, or begin. */
  readonly byTail: AffixIndex<Entry>;
  readonly byHead: AffixIndex<Entry>;
  readonly others: Entry[];
}

/** @param rules in their order */
export function createPathIndex(rules: readonly PathRule[], files: Files): PathIndex {
  const root = createNode();
  const placed: { node: Node; entry: Entry }[] = [];
  const uses = new Map<string, number>();
  for (const owner of rules) {
    for (const pattern of owner.patterns) {
      let node = root;
      for (const segment of [...pattern.anchor, ...pattern.fixed]) node = childOf(node, segment);
      placed.push({ node, entry: { owner, pattern, needle: needleOf(pattern) } });
      for (const step of pattern.steps) {
        if (typeof step === 'string') uses.set(step, (uses.get(step) ?? 0) + 1);
      }
    }
  }
  for (const { node, entry } of placed) place(node, entry, uses);

  return {
    first(path, isAccepted) {
      const segments = segmentsOf(path);
      let best: PathRule | undefined;
      const visit = (entries: readonly Entry[]): void => {
        for (const { owner, pattern, needle } of entries) {
          if (best !== undefined && best.order <= owner.order) return;
          if (needle !== '' && !path.includes(needle)) continue;
          const match = matchPath(pattern, segments);
          if (match === false) continue;
          if (match === 'if-directory' && !mayBeDirectory(path, owner.rule, files)) continue;
          if (isAccepted === undefined || isAccepted(owner)) best = owner;
        }
      };
      let node: Node | undefined = root;
      for (let depth = 0; node !== undefined; depth += 1) {
        visit(node.whole);
        if (node.wild !== undefined) visitWild(node.wild, segments, depth, visit);
        const next: string | undefined = segments[depth];
        node = next === undefined ? undefined : node.children.get(next);
      }
      return best;
    },
    firstBeneath(tree) {
      const segments = segmentsOf(tree);
      return rules.find(({ patterns }) =>
        patterns.some((pattern) => mayMatchBeneath(pattern, segments, files)),
      );
    },
  };
}

function visitWild(
  { bySegment, byTail, byHead, others }: Wild,
  segments: readonly string[],
  depth: number,
  visit: (entries: readonly Entry[]) => void,
): void {
  for (let at = depth; at < segments.length; at += 1) {
    const segment = segments[at] ?? '';
    const found = bySegment.get(segment);
    if (found !== undefined) visit(found);
    byTail.visit(segment, visit);
    byHead.visit(segment, visit);
  }
  visit(others);
}

function createNode(): Node {
  return { children: new Map(), whole: [], wild: undefined };
}

function wildOf(node: Node): Wild {
  node.wild ??= {
    bySegment: new Map(),
    byTail: createAffixIndex('tail'),
    byHead: createAffixIndex('head'),
    others: [],
  };
  return node.wild;
}

function childOf(node: Node, segment: string): Node {
  const child = node.children.get(segment) ?? createNode();
  node.children.set(segment, child);
  return child;
}

/** Under what the pattern says most rarely: a segment that few others have, else an end of one, else a beginning. */
function place(node: Node, entry: Entry, uses: ReadonlyMap<string, number>): void {
  const { steps } = entry.pattern;
  if (steps.length === 0) {
    node.whole.push(entry);
    return;
  }
  const wild = wildOf(node);
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

function needleOf({ steps }: PathPattern): string {
  return longest(steps.map((step) => (typeof step === 'object' ? step.needle : '')));
}

function longest(texts: readonly string[]): string {
  return texts.reduce((longest, next) => (next.length > longest.length ? next : longest), '');
}

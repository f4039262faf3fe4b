import type { Files } from '../../ports/files.ts';
import { createAffixIndex, type AffixIndex } from './affix-index.ts';
import type { Glob } from './glob.ts';
import { addTo, earlier } from './ordered.ts';
import { matchPath, segmentsOf, type PathPattern } from './path-pattern.ts';
import { mayBeDirectory, type PathRule } from './path-rule.ts';
import { ANY_DEPTH, couldFitBeneath } from './path-steps.ts';

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
  /** The first pattern that starts here or further down, of those that aren't the full path of one file. */
  firstBeneath: PathRule | undefined;
  /** Those that are, with the paths. */
  readonly literals: { readonly owner: PathRule; readonly path: string }[];
}

interface Wild {
  /** By a segment that must occur further down. */
  readonly bySegment: Map<string, Entry[]>;
  /** By how a segment further down must end, or begin. */
  readonly byTail: AffixIndex<Entry>;
  readonly byHead: AffixIndex<Entry>;
  readonly others: Entry[];
  /** The first that begins with `**`, and all that don't. */
  firstFloating: Entry | undefined;
  readonly anchored: Entry[];
}

/** @param rules in their order */
export function createPathIndex(rules: readonly PathRule[], files: Files): PathIndex {
  const root = createNode();
  const placed: { node: Node; entry: Entry }[] = [];
  const uses = new Map<string, number>();
  for (const owner of rules) {
    for (const pattern of owner.patterns) {
      const node = descend(root, owner, pattern);
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
      let best: PathRule | undefined;
      let node: Node | undefined = root;
      for (let depth = 0; node !== undefined; depth += 1) {
        best = earlier(best, node.whole[0]?.owner);
        const next: string | undefined = segments[depth];
        if (next === undefined) return earlier(best, firstIn(node, best, files));
        best = earlier(best, node.wild?.firstFloating?.owner);
        best = earlier(best, firstAround(node, segments, depth));
        node = node.children.get(next);
      }
      return best;
    },
  };
}

/** Of the patterns that start in this directory or beneath it, the first, unless `best` is before it. */
function firstIn(node: Node, best: PathRule | undefined, files: Files): PathRule | undefined {
  const limit = earlier(best, node.firstBeneath)?.order ?? Infinity;
  for (const { owner, path } of node.literals) {
    if (owner.order > limit) break;
    const { inode, links } = files.identify(path, '/');
    // A directory has no inode here, but at least one name.
    if (inode !== undefined || links > 0) return owner;
  }
  return node.firstBeneath;
}

/** Of the patterns that start in this directory, above the tree, the first that could match in the tree. */
function firstAround(node: Node, tree: readonly string[], depth: number): PathRule | undefined {
  return node.wild?.anchored.find(({ pattern }) => couldFitBeneath(pattern.steps, tree, depth))?.owner;
}

/** The node of the directory from which the pattern starts. Rules come in their order. */
function descend(root: Node, owner: PathRule, { anchor, fixed, steps, beneath }: PathPattern): Node {
  const segments = [...anchor, ...fixed];
  const path = `/${segments.join('/')}`;
  const note = (node: Node): void => {
    if (steps.length === 0 && beneath === 0) node.literals.push({ owner, path });
    else node.firstBeneath ??= owner;
  };
  let node = root;
  note(node);
  for (const segment of segments) {
    const child = node.children.get(segment) ?? createNode();
    node.children.set(segment, child);
    note(child);
    node = child;
  }
  return node;
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
  return { children: new Map(), whole: [], wild: undefined, firstBeneath: undefined, literals: [] };
}

function wildOf(node: Node): Wild {
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

/** Under what the pattern says most rarely: a segment that few others have, else an end of one, else a beginning. */
function place(node: Node, entry: Entry, uses: ReadonlyMap<string, number>): void {
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

function needleOf({ steps }: PathPattern): string {
  return longest(steps.map((step) => (typeof step === 'object' ? step.needle : '')));
}

function longest(texts: readonly string[]): string {
  return texts.reduce((longest, next) => (next.length > longest.length ? next : longest), '');
}

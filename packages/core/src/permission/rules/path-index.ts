import type { TreeReach } from '../compiled-rules.ts';
import type { Files } from '../../ports/files.ts';
import { firstWithEnding } from './endings-beneath.ts';
import { namesBeneath } from './names-beneath.ts';
import { earlier } from './ordered.ts';
import {
  createPathNode,
  descend,
  needleOf,
  place,
  type PathEntry,
  type PathNode,
  type WildEntries,
} from './path-node.ts';
import { matchPath, segmentsOf } from './path-pattern.ts';
import { mayBeDirectory, type PathRule } from './path-rule.ts';
import { couldFitBeneath } from './path-steps.ts';

/** Path rules of one list and one kind. */
export interface PathIndex {
  /** The first rule that matches the path, among those that are accepted. */
  first(path: string, isAccepted?: (rule: PathRule) => boolean): PathRule | undefined;
  /** The first rule that may apply to something below the directory, or to itself. */
  firstBeneath(tree: string, reach: TreeReach): PathRule | undefined;
  /** Name patterns that cover everything below the directory that a rule may apply to. */
  namesBeneath(tree: string): readonly string[];
}

/** @param rules in order */
export function createPathIndex(rules: readonly PathRule[], files: Files): PathIndex {
  const root = createPathNode();
  const placed: { node: PathNode; entry: PathEntry }[] = [];
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

  let ofTracked: PathIndex | undefined;
  let ofPlaces: PathIndex | undefined;
  const index: PathIndex = {
    first(path, isAccepted) {
      const segments = segmentsOf(path);
      let best: PathRule | undefined;
      const visit = (entries: readonly PathEntry[]): void => {
        for (const { owner, pattern, needle } of entries) {
          if (best !== undefined && best.order <= owner.order) return;
          if (needle !== '' && !path.includes(needle)) continue;
          const match = matchPath(pattern, segments);
          if (match === false) continue;
          if (match === 'if-directory' && !mayBeDirectory(path, owner.rule, files)) continue;
          if (isAccepted === undefined || isAccepted(owner)) best = owner;
        }
      };
      let node: PathNode | undefined = root;
      for (let depth = 0; node !== undefined; depth += 1) {
        visit(node.whole);
        if (node.wild !== undefined) visitWild(node.wild, segments, depth, visit);
        const next: string | undefined = segments[depth];
        node = next === undefined ? undefined : node.children.get(next);
      }
      return best;
    },
    namesBeneath: (tree) => namesBeneath(rules, tree),
    firstBeneath(tree, { isTracked = false, isOfPlaces = false, ...reach }) {
      if (isOfPlaces) {
        ofPlaces ??= createPathIndex(
          rules.filter(({ rule }) => !OF_NAME.test(rule.text)),
          files,
        );
        return ofPlaces.firstBeneath(tree, { ...reach, isTracked });
      }
      const { isPast = false, isToCome = false, endings } = reach;
      if (isTracked) {
        ofTracked ??= rules.every(mayBeTracked) ? index : createPathIndex(rules.filter(mayBeTracked), files);
        return ofTracked.firstBeneath(tree, reach);
      }
      if (endings !== undefined) return firstWithEnding(rules, tree, endings, files);
      const segments = segmentsOf(tree);
      let best: PathRule | undefined;
      let node: PathNode | undefined = root;
      for (let depth = 0; node !== undefined; depth += 1) {
        best = earlier(best, node.whole[0]?.owner);
        const next: string | undefined = segments[depth];
        if (next === undefined) return earlier(best, firstIn(node, best, files, isPast || isToCome));
        best = earlier(best, node.wild?.firstFloating?.owner);
        best = earlier(best, firstAround(node, segments, depth));
        node = node.children.get(next);
      }
      return best;
    },
  };
  return index;
}

/** `Read(.env)`, `Read(**\/*.pem)` */
const OF_NAME = /^\w+\((?:\*\*\/)?[^/]+\)$/u;

/** Git keeps nothing below a `.git`; such a file is a submodule's. */
function mayBeTracked({ patterns }: PathRule): boolean {
  return patterns.some(({ anchor, fixed, steps, beneath }) => {
    const parts = [...anchor, ...fixed, ...steps];
    const at = parts.findIndex((part) => typeof part === 'string' && part.toLowerCase() === '.git');
    return at === -1 || (at === parts.length - 1 && beneath === 0);
  });
}

/** Of the patterns that start in this directory or below it, the first, unless `best` is before it. */
function firstIn(
  node: PathNode,
  best: PathRule | undefined,
  files: Files,
  isAtAnyTime: boolean,
): PathRule | undefined {
  const limit = earlier(best, node.firstBeneath)?.order ?? Infinity;
  for (const { owner, path } of node.literals) {
    if (owner.order > limit) break;
    if (isAtAnyTime) return owner;
    const { inode, links } = files.identify(path, '/');
    // A directory has no inode here, but at least one name.
    if (inode !== undefined || links > 0) return owner;
  }
  return node.firstBeneath;
}

/** Of the patterns that start in this directory, above the tree, the first that could match in the tree. */
function firstAround(node: PathNode, tree: readonly string[], depth: number): PathRule | undefined {
  return node.wild?.anchored.find(({ pattern }) => couldFitBeneath(pattern.steps, tree, depth))?.owner;
}

function visitWild(
  { bySegment, byTail, byHead, others }: WildEntries,
  segments: readonly string[],
  depth: number,
  visit: (entries: readonly PathEntry[]) => void,
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

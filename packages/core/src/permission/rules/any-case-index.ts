import type { TreeReach } from '../compiled-rules.ts';
import type { Files } from '../../ports/files.ts';
import { foldCase, foldRule } from './fold-case.ts';
import { earlier } from './ordered.ts';
import { createPathIndex, type PathIndex } from './path-index.ts';
import type { PathRule } from './path-rule.ts';

/**
 * Deny and ask rules for both spellings of a path. If the file system ignores case, a rule for `secret` applies to `SECRET`, whether it
 * exists yet or not.
 */
export interface AnyCaseIndex {
  first(lexical: string, real: string): PathRule | undefined;
  firstBeneath(lexical: string, real: string, reach: TreeReach): PathRule | undefined;
}

/** @param index of the same rules */
export function createAnyCaseIndex(rules: readonly PathRule[], index: PathIndex, files: Files): AnyCaseIndex {
  let folded: PathIndex | undefined;
  const foldedIndex = (): PathIndex => (folded ??= createPathIndex(rules.map(foldRule), files));
  let isFolded: boolean | undefined;
  const areRulesFolded = (): boolean => (isFolded ??= rules.every(isFoldedRule));

  const find = (
    lexical: string,
    real: string,
    ask: (index: PathIndex, path: string) => PathRule | undefined,
  ): PathRule | undefined => {
    const either = (asked: PathIndex, left: string, right: string): PathRule | undefined =>
      left === right ? ask(asked, left) : earlier(ask(asked, left), ask(asked, right));
    const found = either(index, lexical, real);
    if (found !== undefined || rules.length === 0) return found;
    const [left, right] = [foldCase(lexical), foldCase(real)];
    if (left === lexical && right === real && areRulesFolded()) return undefined;
    // The file system is queried only for near misses.
    const near = either(foldedIndex(), left, right);
    return near !== undefined && files.ignoresCase(real) ? near : undefined;
  };

  return {
    first: (lexical, real) => find(lexical, real, (asked, path) => asked.first(path)),
    firstBeneath: (lexical, real, reach) =>
      find(lexical, real, (asked, path) => asked.firstBeneath(path, reach)),
  };
}

function isFoldedRule({ rule, patterns }: PathRule): boolean {
  const { text } = rule;
  const specifier = text.slice(text.indexOf('(') + 1);
  const anchors = patterns.flatMap(({ anchor, fixed }) => [...anchor, ...fixed]);
  return [specifier, ...anchors].every((part) => foldCase(part) === part);
}

import type { Files } from '../../ports/files.ts';
import type { PermissionRule } from '../../data/permission-rule.ts';
import { matchPath, segmentsOf, startingAt, type PathPattern } from './path-pattern.ts';
import type { Ordered } from './ordered.ts';

/** A path rule with everything that its pattern covers. */
export interface PathRule extends Ordered {
  /** The pattern as written, and where links lead from it. */
  readonly patterns: readonly PathPattern[];
}

/**
 * For an allow rule, only links in the anchor are followed: a home directory reached through a link is the same directory, but a link
 * inside a pattern may lead anywhere. Deny and ask rules apply wherever the fixed part leads.
 */
export function followLinks(
  pattern: PathPattern,
  behavior: PermissionRule['behavior'],
  realPathOf: (path: string) => string,
): readonly PathPattern[] {
  const anchor = absolute(pattern.anchor);
  if (behavior === 'allow') {
    const real = realPathOf(anchor);
    return real === anchor ? [pattern] : [pattern, { ...pattern, anchor: segmentsOf(real) }];
  }
  const written = absolute([...pattern.anchor, ...pattern.fixed]);
  const real = realPathOf(written);
  return real === written ? [pattern] : [pattern, startingAt(pattern, segmentsOf(real))];
}

/**
 * A pattern that ends with `/` is about directories. What doesn't exist may become one: a deny or ask rule applies to it, an allow rule
 * doesn't.
 */
export function matchesPathRule(
  { rule, patterns }: PathRule,
  path: string,
  segments: readonly string[],
  files: Files,
): boolean {
  return patterns.some((pattern) => {
    const match = matchPath(pattern, segments);
    return match === 'if-directory' ? mayBeDirectory(path, rule, files) : match;
  });
}

export function mayBeDirectory(path: string, { behavior }: PermissionRule, files: Files): boolean {
  const { inode, links } = files.identify(path, '/');
  if (inode !== undefined) return false;
  return behavior !== 'allow' || links > 0;
}

function absolute(segments: readonly string[]): string {
  return `/${segments.join('/')}`;
}

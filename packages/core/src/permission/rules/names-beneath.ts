import { segmentsOf, type PathPattern } from './path-pattern.ts';
import type { PathRule } from './path-rule.ts';
import { ANY_DEPTH, couldFitBeneath, type PathStep } from './path-steps.ts';

/**
 * Name patterns, as in gitignore and without a slash: leaving out every file and directory with such a name leaves out everything that
 * these rules apply to below a directory, and anything with the same name elsewhere.
 */
export function namesBeneath(rules: readonly PathRule[], tree: string): readonly string[] {
  const segments = segmentsOf(tree);
  const patterns = rules.flatMap((rule) => rule.patterns);
  return [...new Set(patterns.filter((one) => mayMatchBeneath(one, segments)).map(lastName))];
}

/** Whether a pattern may match something below a directory, or the directory itself. */
export function mayMatchBeneath({ anchor, fixed, steps }: PathPattern, tree: readonly string[]): boolean {
  const start = [...anchor, ...fixed];
  const shared = Math.min(start.length, tree.length);
  if (!start.slice(0, shared).every((segment, index) => segment === tree[index])) return false;
  return start.length >= tree.length || couldFitBeneath(steps, tree, start.length);
}

function lastName({ anchor, fixed, steps }: PathPattern): string {
  const named = steps.findLast((step) => step !== ANY_DEPTH) ?? fixed.at(-1) ?? anchor.at(-1);
  return named === undefined ? '*' : written(named);
}

function written(step: Exclude<PathStep, typeof ANY_DEPTH>): string {
  return typeof step === 'string' ? step.replaceAll(/[*?[\]\\]/gu, String.raw`\$&`) : step.source;
}

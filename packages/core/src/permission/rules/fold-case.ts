import type { Glob } from './glob.ts';
import type { PathPattern } from './path-pattern.ts';
import type { PathRule } from './path-rule.ts';
import type { PathStep } from './path-steps.ts';

/** Folds names that a case-insensitive file system considers equal: `SS`, `ss` and `ß`, both forms of `é`. */
export function foldCase(text: string): string {
  return text.normalize('NFC').toUpperCase().toLowerCase();
}

/** The same rule for folded paths. */
export function foldRule(rule: PathRule): PathRule {
  return { ...rule, patterns: rule.patterns.map(foldPattern) };
}

function foldPattern(pattern: PathPattern): PathPattern {
  return {
    ...pattern,
    anchor: pattern.anchor.map(foldCase),
    fixed: pattern.fixed.map(foldCase),
    steps: pattern.steps.map(foldStep),
  };
}

function foldStep(step: PathStep): PathStep {
  if (typeof step === 'symbol') return step;
  return typeof step === 'string' ? foldCase(step) : foldGlob(step);
}

function foldGlob({ source, tokens, head, tail, needle }: Glob): Glob {
  return {
    source: foldCase(source),
    tokens: tokens.map((token) => {
      if (token === 'star') return token;
      if ('text' in token) return { text: foldCase(token.text) };
      const upper = (point: number): number =>
        String.fromCodePoint(point).toUpperCase().codePointAt(0) ?? point;
      return { has: (point: number) => token.has(point) || token.has(upper(point)) };
    }),
    head: foldCase(head),
    tail: foldCase(tail),
    needle: foldCase(needle),
  };
}

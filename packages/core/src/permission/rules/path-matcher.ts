import { compilePathPattern, matchPath, segmentsOf } from './path-pattern.ts';

/** Braces may multiply; beyond this many alternatives a pattern is taken without expanding the rest. */
const MAX_ALTERNATIVES = 200;

/**
 * Whether an absolute path matches one of the patterns, in gitignore's syntax with braces: `src/**`, `*.ts`, `docs/*.{md,txt}`.
 * Patterns are relative to `root`; those that can't be understood match nothing.
 */
export function createPathMatcher(patterns: readonly string[], root: string): (path: string) => boolean {
  const compiled = patterns.flatMap(alternativesOf).flatMap((text) => {
    if (text.trim() === '') return [];
    const pattern = compilePathPattern(text, {
      ...{ ruleRoot: root, root, home: undefined, floats: 'names-and-directories' },
    });
    return 'problem' in pattern ? [] : [pattern];
  });
  return (path) => {
    const segments = segmentsOf(path);
    return compiled.some((pattern) => matchPath(pattern, segments) !== false);
  };
}

/** The texts that braces stand for; the innermost group first, so that groups may be nested. */
function alternativesOf(pattern: string): readonly string[] {
  let texts = [pattern];
  for (;;) {
    const at = texts.findIndex((text) => GROUP.test(text));
    const text = texts[at];
    const group = text === undefined ? null : GROUP.exec(text);
    if (text === undefined || group === null || texts.length >= MAX_ALTERNATIVES) return texts;
    const [whole, inside = ''] = group;
    const expanded = inside
      .split(',')
      .map((choice) => text.slice(0, group.index) + choice + text.slice(group.index + whole.length));
    texts = [...texts.slice(0, at), ...expanded, ...texts.slice(at + 1)];
  }
}

const GROUP = /\{([^{}]*,[^{}]*)\}/;

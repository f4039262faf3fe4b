import { compilePathPattern, segmentsOf, type PathPatternOptions } from './path-pattern.ts';
import { endOfSteps } from './path-steps.ts';

/** Not a segment of a path. */
const END = '/';

/**
 * The brackets of `Cd(…)`: the anchors of path rules, but the whole path is compared. `*` is exactly one segment, names don't match at
 * any depth, and a trailing `/**` includes the directory before it.
 */
export function compileDirectoryPattern(
  specifier: string,
  options: Omit<PathPatternOptions, 'floats'>,
): ((path: string) => boolean) | { readonly problem: string } {
  const compiled = compilePathPattern(specifier, { ...options, floats: 'nothing' });
  if ('problem' in compiled) return compiled;
  const { anchor, fixed, steps, beneath } = compiled;
  const all = [...anchor, ...fixed, ...steps];
  return beneath === 1
    ? (path) => endOfSteps(all, segmentsOf(path), 0) !== -1
    : (path) => endOfSteps([...all, END], [...segmentsOf(path), END], 0) !== -1;
}

import { boundedPattern, type BoundedPattern } from './bounded-pattern.ts';
import { RENAMED_TOOLS } from './tool-names.ts';

export type Matcher =
  | { readonly kind: 'all' }
  /** Only these names. */
  | { readonly kind: 'names'; readonly names: readonly string[] }
  /** A regular expression that may match anywhere in the name. */
  | { readonly kind: 'pattern'; readonly pattern: Extract<BoundedPattern, { readonly ok: true }> }
  | { readonly kind: 'wrong'; readonly problem: string };

const NAMES = /^[A-Za-z0-9_\- ,|]*$/;
const NARROW_NAMES = /^[A-Za-z0-9_|]*$/;

/**
 * Parses a matcher: nothing or `*` matches all tools, plain names are a list, anything else is a regular expression.
 * @param isNarrow spaces, dashes and commas are not part of names
 */
export function parseMatcher(text: string | undefined, isNarrow = false): Matcher {
  if (text === undefined || text === '' || text === '*') return { kind: 'all' };
  if ((isNarrow ? NARROW_NAMES : NAMES).test(text)) {
    const names = text.split(/[|,]/).map((name) => name.trim());
    return { kind: 'names', names: names.filter((name) => name !== '').flatMap(withSuccessor) };
  }
  const pattern = boundedPattern(text);
  return pattern.ok ? { kind: 'pattern', pattern } : { kind: 'wrong', problem: pattern.problem };
}

function withSuccessor(name: string): readonly string[] {
  const successor = RENAMED_TOOLS.get(name);
  return successor === undefined ? [name] : [name, successor];
}

/** @param name of a tool, or whatever the event is matched by */
export function matcherTakes(matcher: Matcher, name: string): boolean {
  switch (matcher.kind) {
    case 'all':
      return true;
    case 'names':
      return matcher.names.includes(name);
    case 'pattern':
      return matcher.pattern.test(name);
    case 'wrong':
      return false;
    default:
      return matcher satisfies never;
  }
}

import { compileWildcard } from './wildcard.ts';
import { addTo, earlier, type Ordered } from './ordered.ts';

/** `Agent(name)`, `Skill(name)` or `Skill(name *)`. */
export interface NameRule extends Ordered {
  readonly name: string;
  /** ` *` followed the name. */
  readonly takesRest: boolean;
}

/** A `*` other than in a trailing ` *` matches any characters. */
export function readName(specifier: string): Pick<NameRule, 'name' | 'takesRest'> {
  const takesRest = specifier.endsWith(' *');
  return { name: takesRest ? specifier.slice(0, -2).trimEnd() : specifier, takesRest };
}

/**
 * Returns the first rule for a name and what follows it. An allow rule without ` *` is for the name alone; a deny or ask rule for a name
 * can't be bypassed by adding something.
 *
 * @param rules in order
 */
export function createNameIndex(
  rules: readonly NameRule[],
): (name: string, rest: string | undefined) => NameRule | undefined {
  const exact = new Map<string, NameRule[]>();
  const globs: { readonly rule: NameRule; readonly matches: (name: string) => boolean }[] = [];
  for (const rule of rules) {
    if (rule.name.includes('*')) globs.push({ rule, matches: compileWildcard(rule.name) });
    else addTo(exact, rule.name, rule);
  }
  return (name, rest) => {
    const hasRest = rest !== undefined && rest.trim() !== '';
    const isMeant = ({ rule, takesRest }: NameRule): boolean =>
      !hasRest || takesRest || rule.behavior !== 'allow';
    const found = exact.get(name)?.find(isMeant);
    const glob = globs.find((candidate) => isMeant(candidate.rule) && candidate.matches(name))?.rule;
    return earlier(found, glob);
  };
}

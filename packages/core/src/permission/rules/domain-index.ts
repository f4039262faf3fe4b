import { matchesDomain, normalizeHost, type DomainPattern } from './domain-pattern.ts';
import { earlier, type Ordered } from './ordered.ts';

export interface DomainRule extends Ordered {
  readonly pattern: DomainPattern;
}

/**
 * Returns the first rule for a host.
 *
 * @param rules in order
 */
export function createDomainIndex(rules: readonly DomainRule[]): (host: string) => DomainRule | undefined {
  const exact = new Map<string, DomainRule>();
  const bySuffix = new Map<string, DomainRule>();
  const others: DomainRule[] = [];
  for (const rule of rules) {
    const { host, hasSubdomain, labels } = rule.pattern;
    const suffix = labels.join('.');
    if (host !== undefined) keepFirst(exact, host, rule);
    else if (hasSubdomain && !suffix.includes('*')) keepFirst(bySuffix, suffix, rule);
    else others.push(rule);
  }
  return (asked) => {
    const host = normalizeHost(asked);
    let best = exact.get(host);
    for (let dot = host.indexOf('.'); dot !== -1; dot = host.indexOf('.', dot + 1)) {
      best = earlier(best, bySuffix.get(host.slice(dot + 1)));
    }
    return earlier(
      best,
      others.find(({ pattern }) => matchesDomain(pattern, host)),
    );
  };
}

function keepFirst(map: Map<string, DomainRule>, key: string, rule: DomainRule): void {
  if (!map.has(key)) map.set(key, rule);
}

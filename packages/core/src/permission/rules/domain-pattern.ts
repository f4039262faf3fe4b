import { compileWildcard } from './wildcard.ts';

/** The host of `WebFetch(domain:host)`, compiled. */
export interface DomainPattern {
  /** Lower case, without a trailing dot; none contains a wildcard. */
  readonly host: string | undefined;
  /** `*.` preceded the labels: at least one more label comes before them. */
  readonly hasSubdomain: boolean;
  readonly labels: readonly string[];
  readonly matchers: readonly ((label: string) => boolean)[];
}

/** Lower case, with one trailing dot removed. */
export function normalizeHost(host: string): string {
  const lower = host.toLowerCase();
  return lower.endsWith('.') ? lower.slice(0, -1) : lower;
}

/** Reports what is wrong with anything that can't be a host. The lone `*` is handled elsewhere: it is the tool without brackets. */
export function compileDomain(written: string): DomainPattern | { readonly problem: string } {
  const host = normalizeHost(written.trim());
  if (/[/\s]/.test(host)) return { problem: 'a domain is just a host: no scheme, path or space' };
  if (/:\d*$/.test(host) && !host.startsWith('[')) {
    return { problem: 'a domain has no port; the rule applies to every port of the host' };
  }
  const labels = host.split('.');
  if (!host.startsWith('[') && labels.includes('')) {
    return { problem: 'a part of the domain is empty; write a host such as example.com' };
  }
  const hasSubdomain = labels[0] === '*' && labels.length > 1;
  const fixed = hasSubdomain ? labels.slice(1) : labels;
  return {
    host: host.includes('*') ? undefined : host,
    hasSubdomain,
    labels: fixed,
    matchers: fixed.map(compileWildcard),
  };
}

/** @param host normalized */
export function matchesDomain(pattern: DomainPattern, host: string): boolean {
  const { host: exact, hasSubdomain, labels, matchers } = pattern;
  if (exact !== undefined) return exact === host;
  if (labels.length === 1 && labels[0] === '*' && !hasSubdomain) return true;
  const asked = host.split('.');
  const more = asked.length - labels.length;
  if (hasSubdomain ? more < 1 : more !== 0) return false;
  return matchers.every((matches, at) => matches(asked[more + at] ?? ''));
}

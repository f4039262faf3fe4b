import type { SearchHit } from './search-backend.ts';

/** Keeps hits at these domains and below them, or all but those. */
export function filterHits(
  hits: readonly SearchHit[],
  allowed: readonly string[] | undefined,
  blocked: readonly string[] | undefined,
): readonly SearchHit[] {
  return hits.filter(({ url, site }) => {
    const host = (site ?? URL.parse(url)?.hostname)?.toLowerCase().replace(/\.$/, '');
    if (host === undefined) return false;
    const isAt = (domain: string): boolean => isBelow(host, domain);
    if (allowed !== undefined && allowed.length > 0) return allowed.some(isAt);
    return blocked?.some(isAt) !== true;
  });
}

function isBelow(host: string, domain: string): boolean {
  const plain = domain.trim().toLowerCase().replace(/^\*\./, '').replace(/\.$/, '');
  return host === plain || host.endsWith(`.${plain}`);
}

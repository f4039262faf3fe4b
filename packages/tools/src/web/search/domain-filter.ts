import type { SearchHit } from './search-backend.ts';

/** Keeps hits at these domains and below them, or all but those; none that is not a page of the web. */
export function filterHits(
  hits: readonly SearchHit[],
  allowed: readonly string[] | undefined,
  blocked: readonly string[] | undefined,
): readonly SearchHit[] {
  return hits.filter(({ url, site }) => {
    const page = URL.parse(url);
    if (page?.protocol !== 'https:' && page?.protocol !== 'http:') return false;
    const host = (site ?? page.hostname).toLowerCase().replace(/\.$/, '');
    const isAt = (domain: string): boolean => isBelow(host, domain);
    if (allowed !== undefined && allowed.length > 0) return allowed.some(isAt);
    return blocked?.some(isAt) !== true;
  });
}

function isBelow(host: string, domain: string): boolean {
  const plain = domain.trim().toLowerCase().replace(/^\*\./, '').replace(/\.$/, '');
  return host === plain || host.endsWith(`.${plain}`);
}

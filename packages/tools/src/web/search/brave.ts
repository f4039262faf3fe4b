import { getOwn } from '@sluice/core';
import { getJson } from './get-json.ts';
import { hitsOf } from './hits-of.ts';
import type { SearchBackend } from './search-backend.ts';
import { withSites } from './searxng.ts';

export const BRAVE = 'https://api.search.brave.com';

/** Searches with Brave's API. */
export function brave(
  base: URL,
  key: string,
  env: Readonly<Record<string, string | undefined>>,
): SearchBackend {
  return {
    name: 'brave',
    async search({ query, allowedDomains, signal }) {
      const url = new URL('/res/v1/web/search', base);
      url.search = new URLSearchParams({ q: withSites(query, allowedDomains), count: '20' }).toString();
      const answer = await getJson({ url, headers: { 'x-subscription-token': key }, env, signal });
      if (!answer.ok) return answer;
      const of = (from: unknown, name: string): unknown =>
        typeof from === 'object' && from !== null ? getOwn(from, name) : undefined;
      const hits = hitsOf(of(of(answer.value, 'web'), 'results'), { snippet: 'description' });
      return { ok: true, hits, comment: undefined, searches: 1 };
    },
  };
}

import { getOwn } from '@sluice/core';
import { getJson } from './get-json.ts';
import { hitsOf } from './hits-of.ts';
import type { SearchBackend } from './search-backend.ts';

/** Searches with a SearXNG server of the user. */
export function searxng(base: URL, env: Readonly<Record<string, string | undefined>>): SearchBackend {
  return {
    name: 'searxng',
    async search({ query, allowedDomains, signal }) {
      const url = new URL(base);
      url.pathname = `${base.pathname.replace(/\/$/, '')}/search`;
      url.search = new URLSearchParams({ q: withSites(query, allowedDomains), format: 'json' }).toString();
      const answer = await getJson({ url, headers: {}, env, signal });
      if (answer.ok) {
        const { value } = answer;
        const list = typeof value === 'object' && value !== null ? getOwn(value, 'results') : undefined;
        return { ok: true, hits: hitsOf(list, { snippet: 'content' }), comment: undefined, searches: 1 };
      }
      if (answer.status !== 403) return answer;
      const message = `${base.host} refuses answers as JSON. Enable json in search.formats of its settings.yml.`;
      return { ...answer, message };
    },
  };
}

/** What most engines understand; the hits are filtered as well. */
export function withSites(query: string, domains: readonly string[] | undefined): string {
  if (domains === undefined || domains.length === 0) return query;
  return `${query} (${domains.map((domain) => `site:${domain}`).join(' OR ')})`;
}

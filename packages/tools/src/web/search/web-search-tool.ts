import { parsePositive } from '@sluice/base';
import { defineTool, fail, type ToolResult } from '@sluice/core';
import { z } from 'zod';
import { KNOWN_INPUTS } from '../../schema/known-inputs.ts';
import { lazySchema } from '../../schema/lazy-schema.ts';
import { pageText } from '../page-texts.ts';
import { filterHits } from './domain-filter.ts';
import type { SearchBackend } from './search-backend.ts';
import { MAX_SEARCHES, MAX_HITS } from '../web-limits.ts';

const inputSchema = lazySchema(
  () =>
    z.strictObject({
      query: z.string().min(2).max(1_000).describe('What to search for.'),
      allowed_domains: z
        .array(z.string().min(1))
        .max(50)
        .optional()
        .describe('Only results of these domains and their subdomains.'),
      blocked_domains: z
        .array(z.string().min(1))
        .max(50)
        .optional()
        .describe('No results of these domains and their subdomains.'),
    }),
  KNOWN_INPUTS.WebSearch,
);

const outputSchema = lazySchema((): z.ZodType<WebSearchOutput> => {
  const hit = z.object({ title: z.string(), url: z.string(), snippet: z.string().optional() });
  const found = z.object({ tool_use_id: z.string(), content: z.array(hit) });
  return z.object({
    query: z.string(),
    results: z.array(z.union([found, z.string()])),
    durationSeconds: z.number(),
    searchCount: z.number(),
  });
});

export interface FoundPages {
  readonly tool_use_id: string;
  readonly content: readonly {
    readonly title: string;
    readonly url: string;
    readonly snippet?: string | undefined;
  }[];
}

export interface WebSearchOutput {
  readonly query: string;
  /** Found pages, or what a model or this program says about the search. */
  readonly results: readonly (FoundPages | string)[];
  readonly durationSeconds: number;
  readonly searchCount: number;
}

/** The `WebSearch` tool, which asks the search service of the session. */
export function createWebSearchTool(
  backend: SearchBackend,
  env: Readonly<Record<string, string | undefined>>,
) {
  const limit = searchLimit(env['CLAUDE_CODE_MAX_WEB_SEARCHES_PER_SESSION']);
  let searched = 0;
  return defineTool({
    name: 'WebSearch',
    description:
      'Searches the web and returns titles, URLs and short excerpts. Use it for what may have changed since you were trained, and WebFetch to read a page that it finds. Pass allowed_domains or blocked_domains, not both. Cite the pages that you use.',
    searchHint: 'search the web, internet, news, current information',
    inputSchema,
    outputSchema,
    isReadOnly: true,
    isConcurrencySafe: true,
    claims: () => [],
    validateInput: ({ allowed_domains: allowed, blocked_domains: blocked }) =>
      (allowed?.length ?? 0) > 0 && (blocked?.length ?? 0) > 0
        ? {
            ok: false,
            code: 'both-lists',
            message: 'Pass allowed_domains or blocked_domains, not both.',
          }
        : { ok: true },
    async call(input, { signal, callId, idle }): Promise<ToolResult<WebSearchOutput>> {
      const { query, allowed_domains: allowedDomains, blocked_domains: blockedDomains } = input;
      const startedAt = performance.now();
      const output = (results: WebSearchOutput['results'], searchCount: number) => ({
        data: { query, results, durationSeconds: (performance.now() - startedAt) / 1_000, searchCount },
      });
      if (searched >= limit) {
        const advice =
          'Continue with what you have. The user can raise CLAUDE_CODE_MAX_WEB_SEARCHES_PER_SESSION.';
        return output([`This session has made its ${limit} searches, so nothing was searched. ${advice}`], 0);
      }
      searched += 1;
      const answer = await idle(backend.search({ query, allowedDomains, blockedDomains, signal }));
      signal.throwIfAborted();
      if (!answer.ok) return fail(answer.code, answer.message);
      searched += Math.max(0, answer.searches - 1);
      const content = filterHits(answer.hits, allowedDomains, blockedDomains)
        .slice(0, MAX_HITS)
        .map(({ title, url, snippet }) => ({ title, url, snippet }));
      const comment = answer.comment === undefined ? [] : [answer.comment];
      return output([...comment, { tool_use_id: callId, content }], answer.searches);
    },
    toModel: ({ query, results }) => {
      const hits = results.flatMap((result) => (typeof result === 'string' ? [] : result.content));
      const said = results.filter((result) => typeof result === 'string');
      if (hits.length === 0)
        return said.length > 0 ? said.join('\n') : `Nothing was found for ${JSON.stringify(query)}.`;
      const list = hits.map(({ title, url, snippet }) =>
        [`- ${title}`, `  ${url}`, ...(snippet === undefined ? [] : [`  ${snippet}`])].join('\n'),
      );
      const found = pageText(`search:${query}`, [...said, ...list].join('\n'));
      return `${found}\nCite the pages that you use.`;
    },
    summarize: ({ query }) => query,
  });
}

function searchLimit(text: string | undefined): number {
  return parsePositive(text ?? '') ?? MAX_SEARCHES;
}

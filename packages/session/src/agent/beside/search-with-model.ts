import { askWithSearch } from '@sluice/agent';
import type { SearchAnswer, SearchRequest } from '@sluice/tools';
import { askBeside, NO_BUDGET, openBeside } from './ask-beside.ts';
import type { AssembledAgent } from '../assembled-agent.ts';

/** Searches by one call of the tool. */
const MAX_SEARCHES = 8;

/** Searches the web with the service of the agent's model, in a request beside the conversation. Never rejects. */
export async function searchWithModel(
  agent: AssembledAgent,
  { query, allowedDomains, blockedDomains, signal }: SearchRequest,
): Promise<SearchAnswer> {
  const fail = (code: string, message: string): SearchAnswer => ({ ok: false, code, message });
  if (agent.budgetLeftUsd === 0) return fail('no-budget', NO_BUDGET);
  const opened = await openBeside(agent, agent.askedModel());
  if (!opened.ok) return fail('no-model', opened.message);
  const { provider } = opened;
  try {
    if ((provider.searchesWeb ?? 'no') === 'no')
      return fail(
        'no-search',
        `The service of ${provider.model} can't search the web. The user can configure another service in the setting web.search.`,
      );
    const webSearch = { maxSearches: MAX_SEARCHES, allowedDomains, blockedDomains };
    const answer = await askBeside(agent, provider, { chars: query.length, signal }, () =>
      askWithSearch(provider, { query, webSearch, signal }),
    );
    if (answer === undefined) return fail('no-budget', NO_BUDGET);
    if (answer.problem !== undefined) return fail('search-failed', answer.problem);
    return { ok: true, hits: answer.hits, comment: answer.text, searches: answer.searches };
  } finally {
    provider.close();
  }
}

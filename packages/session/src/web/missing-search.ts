import type { ModelProvider } from '@sluice/core';
import type { LoadedSettings } from '@sluice/settings';
import { openSearch, type SearchSettings } from '@sluice/tools';

type ServiceSearches = NonNullable<ModelProvider['searchesWeb']>;

/** What decides which search service WebSearch uses, if any. */
export interface SearchContext {
  readonly loaded: Pick<LoadedSettings, 'setting'>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether the service of the model can search. Undefined: there is no model. */
  readonly service: ServiceSearches | undefined;
}

const HOW =
  'To set one up, the user adds {"web": {"search": {"backend": "brave"}}} to their own settings and sets BRAVE_API_KEY, or names a SearXNG server: {"web": {"search": {"backend": "searxng", "url": "http://localhost:8888"}}}.';

/** What the user has set up for searches. Undefined: nothing. */
export function searchSettings(loaded: Pick<LoadedSettings, 'setting'>): SearchSettings | undefined {
  const of = (name: 'backend' | 'url' | 'keyVariable'): string | undefined =>
    loaded.setting(`web.search.${name}`)?.value;
  const settings = { backend: of('backend'), url: of('url'), keyVariable: of('keyVariable') };
  return Object.values(settings).every((value) => value === undefined) ? undefined : settings;
}

/** Why WebSearch has nothing to search with, and how to change that: sentences for the model and the user. Undefined: it has something. */
export function missingSearch({ loaded, env, service }: SearchContext): string | undefined {
  const settings = searchSettings(loaded);
  if (settings === undefined) {
    if (service === 'yes') return undefined;
    const why =
      service === undefined
        ? 'The setting web.search is not set.'
        : "The model's service isn't known to offer search, and the setting web.search is not set.";
    return `No web search is configured. ${why} ${HOW}`;
  }
  if (settings.backend === 'model')
    return service === undefined
      ? `No web search is configured. The setting web.search.backend is "model", and there is no model here. ${HOW}`
      : undefined;
  const opened = openSearch(settings, env);
  return opened.ok ? undefined : `No web search is configured. ${opened.message}`;
}

import { brave, BRAVE } from './brave.ts';
import type { SearchBackend } from './search-backend.ts';
import { searxng } from './searxng.ts';

/** The setting `web.search`. */
export interface SearchSettings {
  readonly backend: string | undefined;
  readonly url: string | undefined;
  /** Name of the environment variable that holds the key. */
  readonly keyVariable: string | undefined;
}

export type OpenedSearch =
  | { readonly ok: true; readonly backend: SearchBackend }
  /** A sentence for the user. */
  | { readonly ok: false; readonly message: string };

const BRAVE_KEY = 'BRAVE_API_KEY';

/** The search service that the settings name. */
export function openSearch(
  { backend, url: address, keyVariable }: SearchSettings,
  env: Readonly<Record<string, string | undefined>>,
): OpenedSearch {
  const wrong = (message: string): OpenedSearch => ({ ok: false, message });
  const url = address === undefined ? undefined : URL.parse(address);
  if (url === null || (url !== undefined && !/^https?:$/.test(url.protocol)))
    return wrong(`web.search.url is not a URL: ${JSON.stringify(address)}. Expected https://HOST.`);
  switch (backend) {
    case 'searxng':
      if (url !== undefined) return { ok: true, backend: searxng(url, env) };
      return wrong('web.search has no url. Set it to the address of your SearXNG server.');
    case 'brave': {
      const variable = keyVariable ?? BRAVE_KEY;
      const key = env[variable];
      if (key === undefined || key === '')
        return wrong(
          `Searches with Brave need a key, and ${variable} is not set. Set it, or name another variable in web.search.keyVariable.`,
        );
      return { ok: true, backend: brave(url ?? new URL(BRAVE), key, env) };
    }
    case undefined:
      return wrong('web.search.backend has no valid value. Set it to "model", "searxng" or "brave".');
    default:
      return wrong(`web.search.backend is ${JSON.stringify(backend)}. Use "model", "searxng" or "brave".`);
  }
}

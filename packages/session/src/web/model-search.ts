import type { SearchAnswer, SearchBackend, SearchRequest } from '@sluice/tools';

type Search = SearchBackend['search'];

/** Passes searches on to the service of the session's model, which is opened after the tools. */
export class ModelSearch implements SearchBackend {
  readonly name = 'model';
  #search: Search | undefined;

  /** @param search never rejects */
  connect(search: Search): void {
    this.#search = search;
  }

  search(request: SearchRequest): Promise<SearchAnswer> {
    return (
      this.#search?.(request) ??
      Promise.resolve({ ok: false, code: 'no-model', message: 'The session has no model yet.' })
    );
  }
}

export interface SearchHit {
  readonly title: string;
  readonly url: string;
  readonly snippet: string | undefined;
  /** The host of the page where the address is that of a redirect. Default: that of the address. */
  readonly site?: string | undefined;
}

export interface SearchRequest {
  readonly query: string;
  readonly allowedDomains: readonly string[] | undefined;
  readonly blockedDomains: readonly string[] | undefined;
  readonly signal: AbortSignal;
}

export type SearchAnswer =
  | {
      readonly ok: true;
      readonly hits: readonly SearchHit[];
      /** What the searching model said besides. */
      readonly comment: string | undefined;
      /** Searches that were made. */
      readonly searches: number;
    }
  /** A sentence: what went wrong and what helps. */
  | { readonly ok: false; readonly code: string; readonly message: string };

/** Searches the web. Never rejects. */
export interface SearchBackend {
  readonly name: string;
  search(request: SearchRequest): Promise<SearchAnswer>;
}

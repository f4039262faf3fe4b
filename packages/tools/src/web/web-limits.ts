/** What a page may take. */
export interface WebLimits {
  /** Milliseconds until its headers. */
  readonly headersMs: number;
  /** Milliseconds in all, redirects included. */
  readonly totalMs: number;
  /** Bytes after decompression; the rest is cut. */
  readonly bytes: number;
  readonly redirects: number;
}

export const WEB_LIMITS: WebLimits = {
  headersMs: 30_000,
  totalMs: 60_000,
  bytes: 5 * 1024 * 1024,
  redirects: 5,
};

/** Characters of a page that are shown at once. */
export const PAGE_CHARS = 100_000;
/** Markdown of a host that a rule allows is shown whole up to here. */
export const WHOLE_CHARS = 30_000;
/** Characters of the body of an error. */
export const ERROR_CHARS = 2_000;
/** Of a model's answer about a page. */
export const ANSWER_TOKENS = 4_000;

/** How long a page is used again without being fetched. */
export const CACHE_MS = 15 * 60_000;
export const MAX_CACHED_PAGES = 64;
export const MAX_CACHED_SIZE = 20 * 1024 * 1024;
export const MAX_URL_LENGTH = 2_000;

export const SEARCH_TIMEOUT_MS = 30_000;
export const MAX_SEARCH_BYTES = 5 * 1024 * 1024;
export const MAX_SEARCH_RETRY_MS = 10_000;
/** In one session. */
export const MAX_SEARCHES = 200;
/** Of one search. */
export const MAX_HITS = 20;

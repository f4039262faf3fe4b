/** Lines of a page when the call names no limit. */
export const DEFAULT_LINE_LIMIT = 2000;

/** UTF-16 units of a line that are shown; the rest is cut. */
export const LINE_LENGTH_LIMIT = 2000;

/** Tokens of a page, at four bytes of UTF-8 a token: nearer to what models count than characters, which differ by script. */
export const DEFAULT_PAGE_TOKENS = 25_000;

export const BYTES_PER_TOKEN = 4;

/** How much more a page with `allow_large` may hold. */
export const LARGE_PAGE_FACTOR = 4;

/** Bytes from the page's first line on that are looked at in a file above 64 MiB, so that lines of gigabytes don't hold up a page. */
export const LARGE_FILE_PAGE_SCAN = 16 * 1024 * 1024;

/** Bytes of a text after which a person is told how far the search for a line has come. */
export const PROGRESS_BYTES = 512 * 1024 * 1024;

/** What a page may hold at most. */
export interface PageLimits {
  /** Lines; at least 1. */
  readonly lines: number;
  /** UTF-16 units a line. */
  readonly lineLength: number;
  /** Bytes of UTF-8, line numbers included. */
  readonly bytes: number;
}

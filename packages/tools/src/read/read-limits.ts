/** Default number of lines on a page. */
export const DEFAULT_LINE_LIMIT = 2000;

/** UTF-16 units shown per line; the rest is cut. */
export const LINE_LENGTH_LIMIT = 2000;

/** Tokens of a page, at four bytes of UTF-8 per token: closer to what models count than characters, whose cost depends on the script. */
export const DEFAULT_PAGE_TOKENS = 25_000;

export const BYTES_PER_TOKEN = 4;

/** How much more a page with `allow_large` may contain. */
export const LARGE_PAGE_FACTOR = 4;

/** Bytes scanned from the page's first line on in a file above 64 MiB, so that gigabyte-long lines don't hold up a page. */
export const LARGE_FILE_PAGE_SCAN = 16 * 1024 * 1024;

/** Bytes of a text after which progress is reported while searching for a line. */
export const PROGRESS_BYTES = 512 * 1024 * 1024;

/** Limits of a page. */
export interface PageLimits {
  /** Lines; at least 1. */
  readonly lines: number;
  /** UTF-16 units per line. */
  readonly lineLength: number;
  /** Bytes of UTF-8, including line numbers. */
  readonly bytes: number;
}

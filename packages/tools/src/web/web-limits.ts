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

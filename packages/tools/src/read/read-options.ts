import type { CheckContext } from '@sluice/core';
import { BYTES_PER_TOKEN, DEFAULT_PAGE_TOKENS, LARGE_PAGE_FACTOR } from './read-limits.ts';
import type { ReadInput } from './read-schema.ts';

export interface ReadOptions {
  /** Size of a page in tokens, at four bytes a token. Default 25,000. */
  readonly pageTokens?: number;
  /** Pixels of an image's longer side that a model is shown at most, 1 to 8,000. Default 1,024. */
  readonly imageSide?: number;
  /** Whether the hint for a missing file may name this neighbour; must not throw. Default: any. Pass what the rules deny for reading. */
  readonly mayName?: (path: string, context: CheckContext) => boolean;
}

/** Bytes of UTF-8 that a page of this call may hold. */
export function pageBytes(input: ReadInput, options: ReadOptions): number {
  const bytes = (options.pageTokens ?? DEFAULT_PAGE_TOKENS) * BYTES_PER_TOKEN;
  return input.allow_large === true ? bytes * LARGE_PAGE_FACTOR : bytes;
}

import type { FeedItem, FeedProblemCode } from '@sluice/core';

/** A `problem` item; `line` is the 1-based input line, if known. */
export function feedProblem(code: FeedProblemCode, message: string, line?: number): FeedItem {
  return { type: 'problem', code, message, line };
}

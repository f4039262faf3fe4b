import type { ModelUsage } from '@sluice/core';
import { contextTokens } from './usage.ts';

/** How full the window is, as far as an answer of the model has told. It lasts from prompt to prompt. */
export interface WindowFill {
  /** Of the last answer; undefined: none has come since the conversation began or was made shorter. */
  usage: ModelUsage | undefined;
  /** It was made shorter, and what it takes up since has not been told yet. */
  isJustCompacted: boolean;
  /** Tokens that it took up after it had been made shorter. */
  afterCompaction: number;
}

export function createWindowFill(usage: ModelUsage | undefined): WindowFill {
  return { usage, isJustCompacted: false, afterCompaction: 0 };
}

/** Notes what the answer has told of the window. */
export function noteFill(fill: WindowFill, usage: ModelUsage): void {
  fill.usage = usage;
  if (fill.isJustCompacted) fill.afterCompaction = contextTokens(usage);
  fill.isJustCompacted = false;
}

import type { ModelUsage } from '@sluice/core';
import { contextTokens } from './token-usage.ts';

/** How full the window is, as reported by the model. Kept across prompts. */
export interface WindowFill {
  /** Usage of the last answer. Undefined: none since the conversation began or was compacted. */
  usage: ModelUsage | undefined;
  /** It was compacted, and its new size has not been reported yet. */
  isJustCompacted: boolean;
  /** Its size in tokens after the last compaction. */
  afterCompaction: number;
}

export function createWindowFill(usage: ModelUsage | undefined): WindowFill {
  return { usage, isJustCompacted: false, afterCompaction: 0 };
}

/** Records what an answer reported about the window. */
export function noteFill(fill: WindowFill, usage: ModelUsage): void {
  fill.usage = usage;
  if (fill.isJustCompacted) fill.afterCompaction = contextTokens(usage);
  fill.isJustCompacted = false;
}

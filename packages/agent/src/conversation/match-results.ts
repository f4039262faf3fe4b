import { outcomeForModel, type ToolResultBlock } from '@sluice/core';
import { cleanResult } from './clean-blocks.ts';
import type { ToolUse } from './tool-use.ts';

/** One result per call, in call order. A missing result becomes one that says the outcome is unknown. */
export function matchResults(
  calls: readonly ToolUse[],
  results: readonly ToolResultBlock[],
): readonly ToolResultBlock[] {
  const found = new Map<string, ToolResultBlock>();
  for (const result of results) if (!found.has(result.tool_use_id)) found.set(result.tool_use_id, result);
  return calls.map(({ id, name }) => {
    const result = found.get(id);
    return result === undefined ? unknownResult(id, name) : cleanResult(result);
  });
}

function unknownResult(id: string, name: string): ToolResultBlock {
  const content = outcomeForModel({ code: 'outcome-unknown', started: true }, name);
  return { type: 'tool_result', tool_use_id: id, content, is_error: true };
}

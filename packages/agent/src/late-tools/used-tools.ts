import { getOwn, type ModelMessage } from '@sluice/core';

/** Names of the tools that a conversation has called, directly or through a tool that calls others. */
export function usedTools(messages: readonly ModelMessage[]): ReadonlySet<string> {
  const used = new Set<string>();
  for (const { content } of messages) {
    for (const block of content) {
      if (block.type !== 'tool_use') continue;
      used.add(block.name);
      const target = getOwn(block.input, 'name');
      if (typeof target === 'string') used.add(target);
    }
  }
  return used;
}

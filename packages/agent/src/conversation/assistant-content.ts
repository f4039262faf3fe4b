import type { AssistantBlock } from '@sluice/core';

/**
 * The blocks of an assistant message as an API accepts them back. Trailing thinking is rejected, and so is
 * the incomplete last block of a message that was cut off. If no blocks remain, omit the message.
 */
export function assistantContent(
  blocks: readonly AssistantBlock[],
  isCut: boolean,
): readonly AssistantBlock[] {
  const last = blocks.findLastIndex(
    (block) => block.type !== 'opaque' || (!isCut && block.kind !== 'thinking'),
  );
  return blocks.slice(0, last + 1);
}

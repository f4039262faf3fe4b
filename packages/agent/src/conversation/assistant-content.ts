import type { AssistantBlock } from '@sluice/core';

/**
 * The blocks of a model's message as an API takes them back: thinking that nothing follows is refused, and of a message
 * that was cut off so is a last block whose other half never came. None are left: the message is left out.
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

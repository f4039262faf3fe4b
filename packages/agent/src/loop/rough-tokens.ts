import { CHARACTERS_PER_TOKEN, type ModelMessage } from '@sluice/core';

/** Approximate tokens of a message: `CHARACTERS_PER_TOKEN`, and a flat amount per image. */
export function roughTokens({ content }: ModelMessage): number {
  let characters = 0;
  let images = 0;
  const count = (block: (typeof content)[number]): void => {
    switch (block.type) {
      case 'text':
        characters += block.text.length;
        break;
      case 'image':
        images += 1;
        break;
      case 'tool_result':
        if (typeof block.content === 'string') characters += block.content.length;
        else block.content.forEach(count);
        break;
      case 'tool_use':
        characters += JSON.stringify(block.input).length + block.name.length;
        break;
      case 'tool_reference':
        characters += block.description.length + JSON.stringify(block.input_schema).length;
        break;
      case 'opaque':
        characters += JSON.stringify(block.block).length;
        break;
      default:
        block satisfies never;
    }
  };
  content.forEach(count);
  return Math.ceil(characters / CHARACTERS_PER_TOKEN) + images * TOKENS_PER_IMAGE;
}

/** Roughly an image of 1,024 × 1,024 pixels. */
const TOKENS_PER_IMAGE = 1400;

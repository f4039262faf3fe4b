import { CHARACTERS_PER_TOKEN, type ModelMessage } from '@sluice/core';

/** Approximate tokens of a message: `CHARACTERS_PER_TOKEN`, a flat amount per image, and a guess by size for a document. */
export function roughTokens({ content }: ModelMessage): number {
  let characters = 0;
  let images = 0;
  let documents = 0;
  const count = (block: (typeof content)[number]): void => {
    switch (block.type) {
      case 'text':
        characters += block.text.length;
        break;
      case 'image':
        images += 1;
        break;
      case 'document':
        documents += block.source.data.length;
        break;
      case 'linked_file':
        // Nothing is known of a document's length.
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
  const inFiles = images * TOKENS_PER_IMAGE + Math.ceil(documents / CHARACTERS_OF_DOCUMENT_PER_TOKEN);
  return Math.ceil(characters / CHARACTERS_PER_TOKEN) + inFiles;
}

/** Roughly an image of 1,024 × 1,024 pixels. */
const TOKENS_PER_IMAGE = 1400;
/** A page has some 2,000 tokens, and 40 KB of base64. */
const CHARACTERS_OF_DOCUMENT_PER_TOKEN = 20;

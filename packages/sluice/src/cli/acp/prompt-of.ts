import { basename, isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RequestError, type ContentBlock } from '@agentclientprotocol/sdk';
import type { Prompt } from '@sluice/agent';
import type { UserBlock } from '@sluice/core';
import { PDF, pdfBlock } from '../pdf-block.ts';

const IMAGES = ['image/gif', 'image/jpeg', 'image/png', 'image/webp'] as const;

/**
 * A prompt as the agent takes it. What an editor attaches is the user's: they chose it. Files that a rule keeps from being read are named
 * only: an editor may attach what is open in it.
 * @throws RequestError if there is nothing in it
 */
export function promptOf(blocks: readonly ContentBlock[], mayRead: (path: string) => boolean): Prompt {
  // No model API takes an empty text.
  const content = blocks
    .map((block) => blockOf(block, mayRead))
    .filter((block) => block.type !== 'text' || block.text.trim() !== '');
  if (content.length === 0) throw RequestError.invalidParams(undefined, 'the prompt is empty');
  return { content, origin: 'person' };
}

function blockOf(block: ContentBlock, mayRead: (path: string) => boolean): UserBlock {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'image': {
      const type = IMAGES.find((one) => one === block.mimeType);
      if (type === undefined) return { type: 'text', text: `[an image of unknown type ${block.mimeType}]` };
      return { type: 'image', source: { type: 'base64', media_type: type, data: block.data } };
    }
    case 'resource_link':
      return { type: 'text', text: `@${placeOf(block.uri)}` };
    case 'resource': {
      const { resource } = block;
      const place = placeOf(resource.uri);
      if (isAbsolute(place) && !mayRead(place))
        return { type: 'text', text: `@${place} (not shown: a permission rule denies reading it)` };
      if ('text' in resource) return { type: 'text', text: `Contents of ${place}:\n${resource.text}` };
      const pdf = resource.mimeType === PDF ? pdfBlock(resource.blob, basename(place)) : undefined;
      if (pdf?.ok === true) return pdf.block;
      const why = pdf === undefined ? 'not shown here' : `not shown: ${pdf.message}`;
      return { type: 'text', text: `@${place} (${resource.mimeType ?? 'binary'}, ${why})` };
    }
    default:
      return { type: 'text', text: `[${block.type}]` };
  }
}

/** The path of a file URI; any other URI as it is. */
function placeOf(uri: string): string {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : uri;
  } catch {
    return uri;
  }
}

import type { ContentBlock } from '../data/content.ts';
import type { HeldContent } from './content.ts';
import { MAX_MESSAGE_IMAGE_CHARS, MAX_MESSAGE_IMAGES } from './result-limits.ts';

/**
 * Contents of a message's results, in call order, with text in place of images that are too many or too large together. Returns only
 * changed contents, by index.
 */
export function fitImages(contents: readonly HeldContent[]): ReadonlyMap<number, HeldContent> {
  const changed = new Map<number, HeldContent>();
  let count = 0;
  let chars = 0;
  for (const [index, content] of contents.entries()) {
    if (typeof content === 'string') continue;
    let isChanged = false;
    const blocks = content.map((block): ContentBlock => {
      if (block.type !== 'image') return block;
      const size = block.source.data.length;
      if (count < MAX_MESSAGE_IMAGES && chars + size <= MAX_MESSAGE_IMAGE_CHARS) {
        count += 1;
        chars += size;
        return block;
      }
      isChanged = true;
      return { type: 'text', text: LEFT_OUT };
    });
    if (isChanged) changed.set(index, blocks);
  }
  return changed;
}

const LEFT_OUT = `[An image was left out here: the results of one message hold at most ${MAX_MESSAGE_IMAGES} images, and about ${Math.round((MAX_MESSAGE_IMAGE_CHARS * 3) / 4 / 1_000_000)} MB of them. Make this call again in a message of its own to see it.]`;

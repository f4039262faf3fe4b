import type { ImageBlock, TextBlock } from '../data/content.ts';

/** An image that a model API takes. */
export type CheckedImage =
  | {
      readonly ok: true;
      readonly image: ImageBlock;
      /** How it differs from the one that was given, as a sentence; undefined: not visibly. */
      readonly note?: string | undefined;
    }
  /** Why no model can be shown it: continues after `it`. */
  | { readonly ok: false; readonly reason: string };

/**
 * Decodes an image before a model gets it, and makes it smaller if necessary. A model API refuses every later request over one image that
 * it can't read. A throw or a rejection means that the image can't be checked, and isn't shown.
 */
export type CheckImage = (image: ImageBlock, signal: AbortSignal) => Promise<CheckedImage>;

/** The blocks with text in place of images that can't be shown; the same list if there is no image. Never rejects. */
export async function checkImages<Block extends { readonly type: string }>(
  blocks: readonly (Block | ImageBlock)[],
  check: CheckImage,
  signal: AbortSignal,
): Promise<readonly (Block | ImageBlock | TextBlock)[]> {
  if (!blocks.some(isImage)) return blocks;
  const checked: (Block | ImageBlock | TextBlock)[] = [];
  // One after the other: each may take hundreds of megabytes to decode.
  for (const block of blocks) {
    if (isImage(block)) checked.push(...(await shown(block, check, signal)));
    else checked.push(block);
  }
  return checked;
}

async function shown(
  block: ImageBlock,
  check: CheckImage,
  signal: AbortSignal,
): Promise<readonly (ImageBlock | TextBlock)[]> {
  const result = await soon(() => check(block, signal));
  if (!result.ok) return [{ type: 'text', text: `[An image was left out here: it ${result.reason}.]` }];
  const { image, note } = result;
  return note === undefined ? [image] : [image, { type: 'text', text: `[${note}]` }];
}

async function soon(check: () => Promise<CheckedImage>): Promise<CheckedImage> {
  try {
    return await check();
  } catch {
    return { ok: false, reason: 'could not be checked' };
  }
}

function isImage(block: { readonly type: string }): block is ImageBlock {
  return block.type === 'image';
}

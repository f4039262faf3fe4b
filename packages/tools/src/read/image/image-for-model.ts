import type { ImageBlock } from '@sluice/core';
import { DEFAULT_IMAGE_SIDE } from './image-limits.ts';

export type ModelImage =
  | { readonly ok: true; readonly block: ImageBlock; readonly width: number; readonly height: number }
  /** `reason` continues after `The image`. */
  | { readonly ok: false; readonly reason: string };

/**
 * An image as Read would show it: checked, at most `side` pixels (default 1024) on its longer side. The decoder is loaded at the first use.
 *
 * @throws the signal's reason.
 */
export async function imageForModel(
  bytes: Buffer,
  { signal, side = DEFAULT_IMAGE_SIDE }: { readonly signal: AbortSignal; readonly side?: number },
): Promise<ModelImage> {
  const { showImage } = await import('./show-image.ts');
  const shown = await showImage(bytes, { side, signal });
  if (!shown.ok) return shown;
  const { base64, type, dimensions } = shown.image;
  return {
    ok: true,
    block: { type: 'image', source: { type: 'base64', media_type: type, data: base64 } },
    width: dimensions.originalWidth,
    height: dimensions.originalHeight,
  };
}

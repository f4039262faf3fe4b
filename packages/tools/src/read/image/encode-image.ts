import type { Sharp } from 'sharp';
import type { ImageMediaType } from '../read-output.ts';
import { IMAGE_BYTES, PNG_BYTES } from './image-limits.ts';

export interface EncodedImage {
  readonly bytes: Buffer;
  readonly type: ImageMediaType;
  readonly width: number;
  readonly height: number;
}

const QUALITIES = [80, 60, 40, 20] as const;

/**
 * An image with at most `side` pixels per side and `IMAGE_BYTES` bytes: PNG unless it was a photograph, else JPEG with decreasing
 * quality, and finally smaller.
 *
 * @param open a new pipeline from the start of the image
 * @throws the library's error for a corrupt image.
 */
export async function encodeImage(open: () => Sharp, side: number, isPhoto: boolean): Promise<EncodedImage> {
  const sized = (): Sharp =>
    open()
      .autoOrient()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb');
  if (!isPhoto) {
    const { data, info } = await sized().png().toBuffer({ resolveWithObject: true });
    if (data.length <= PNG_BYTES) return encoded(data, 'image/png', info);
  }
  for (const quality of QUALITIES) {
    const { data, info } = await sized()
      .flatten({ background: 'white' })
      .jpeg({ quality })
      .toBuffer({ resolveWithObject: true });
    if (data.length <= IMAGE_BYTES) return encoded(data, 'image/jpeg', info);
  }
  return encodeImage(open, Math.ceil(side / 2), true);
}

function encoded(
  bytes: Buffer,
  type: ImageMediaType,
  { width, height }: { readonly width: number; readonly height: number },
): EncodedImage {
  return { bytes, type, width, height };
}

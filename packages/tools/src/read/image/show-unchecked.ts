import { formatBytes, formatCount } from '../../files/text/format.ts';
import { readImageHeader, type ImageHeader } from './image-header.ts';
import { IMAGE_BYTES } from './image-limits.ts';
import { refuse, type ImageResult } from './image-result.ts';

/** Without the library images can't be resized; a small one is sent if its header is valid. */
export function showUnchecked(bytes: Buffer, side: number): ImageResult {
  const header = readImageHeader(bytes);
  const missing = 'the optional package "sharp", which decodes images, is not installed';
  if (header === undefined)
    return refuse(`can't be shown: ${missing}, and its header is not that of a PNG, JPEG, GIF or WebP image`);
  const { type, width, height } = header;
  if (width > side || height > side || bytes.length > IMAGE_BYTES) {
    const size = `${formatCount(width)} × ${formatCount(height)} px and ${formatBytes(bytes.length)}`;
    return refuse(`is too large to be shown as it is (${size}), and ${missing}`);
  }
  return {
    ok: true,
    image: {
      base64: bytes.toString('base64'),
      type,
      originalSize: bytes.length,
      dimensions: {
        originalWidth: width,
        originalHeight: height,
        displayWidth: width,
        displayHeight: height,
      },
      originalFormat: nameOf(header),
    },
  };
}

function nameOf({ type }: ImageHeader): string {
  return type === 'image/webp' ? 'WebP' : type.slice('image/'.length).toUpperCase();
}

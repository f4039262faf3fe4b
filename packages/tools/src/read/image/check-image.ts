import type { CheckImage } from '@sluice/core';
import { imageForModel } from './image-for-model.ts';

/** Pixels of the longer side: the Messages API takes no more in a request with many images. */
const MAX_SIDE = 2_000;

/** Checks an image that comes from a hook, a user, another program or a tool that doesn't check its images itself. */
export const checkImage: CheckImage = async ({ source }, signal) => {
  const bytes = Buffer.from(source.data, 'base64');
  if (!startsLikeImage(bytes)) return { ok: false, reason: 'is no PNG, JPEG, GIF or WebP image' };
  const checked = await imageForModel(bytes, { signal, side: MAX_SIDE });
  if (!checked.ok) return checked;
  const { width, height, block: image } = checked;
  const isSmaller = width > MAX_SIDE || height > MAX_SIDE;
  return {
    ok: true,
    image,
    note: isSmaller ? `The image has ${width} × ${height} px and is shown smaller.` : undefined,
  };
};

const STARTS = ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'GIF87a', 'GIF89a'] as const;

/** Whether data starts like an image of a type that model APIs take. */
function startsLikeImage(bytes: Buffer): boolean {
  const start = bytes.toString('latin1', 0, 12);
  return STARTS.some((one) => start.startsWith(one)) || (start.startsWith('RIFF') && start.endsWith('WEBP'));
}

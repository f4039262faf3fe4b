import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { checkImage } from '../../../src/index.ts';

const { signal } = new AbortController();

async function png(width: number, height: number): Promise<Buffer> {
  const background = { r: 9, g: 9, b: 9 };
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}

const image = (bytes: Buffer, media_type: 'image/png' | 'image/gif' = 'image/png') =>
  ({ type: 'image', source: { type: 'base64', media_type, data: bytes.toString('base64') } }) as const;

let good: Buffer;
beforeAll(async () => {
  good = await png(10, 10);
});

it('an image that a model API takes stays as it is, with the type that it has', async () => {
  expect(await checkImage(image(good, 'image/gif'), signal)).toEqual({
    ok: true,
    image: image(good),
    note: undefined,
  });
});

it.each<[string, () => Buffer, RegExp]>([
  ['is cut', () => good.subarray(0, 50), /^can't be /],
  ['has a beginning alone', () => Buffer.from('\x89PNG\r\n\x1a\n and more', 'latin1'), /^can't be /],
  [
    'is a text',
    () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    /^is no PNG, JPEG, GIF or WebP image$/,
  ],
  ['is empty', () => Buffer.alloc(0), /^is no PNG/],
])('an image that %s is not shown', async (_what, bytes, reason) => {
  expect(await checkImage(image(bytes()), signal)).toEqual({
    ok: false,
    reason: expect.stringMatching(reason),
  });
});

it('an image with too many pixels is shown smaller, and says so', async () => {
  const checked = await checkImage(image(await png(4_000, 10)), signal);
  expect(checked).toMatchObject({ ok: true, note: 'The image has 4000 × 10 px and is shown smaller.' });
  if (!checked.ok) return;
  const bytes = Buffer.from(checked.image.source.data, 'base64');
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 2_000 });
});

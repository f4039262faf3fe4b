import * as fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { readImageHeader } from '../../../src/read/image/image-header.ts';
import { runs } from '../../files/runs.ts';
import { fixtureBytes } from '../fixture.ts';

const IMAGES = [
  'wide.png',
  'small.png',
  'small.jpg',
  'turned.jpg',
  'small.webp',
  'lossless.webp',
  'animated.gif',
  'small.gif',
];

test.each(IMAGES)('the size of %s is the one that the library finds', async (name) => {
  const bytes = fixtureBytes(name);
  const { width, height, format } = await sharp(bytes).metadata();
  expect(readImageHeader(bytes)).toEqual({ type: `image/${format}`, width, height });
});

test('the size of an extended WebP image, such as one with transparency', async () => {
  const clear = { r: 0, g: 0, b: 0, alpha: 0.5 };
  const bytes = await sharp({ create: { width: 300, height: 7, channels: 4, background: clear } })
    .webp()
    .toBuffer();
  expect(bytes.toString('latin1', 12, 16)).toBe('VP8X');
  expect(readImageHeader(bytes)).toEqual({ type: 'image/webp', width: 300, height: 7 });
});

test('bytes that are cut off or changed give a size or nothing, never an error', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...IMAGES).map(fixtureBytes),
      fc.nat(80),
      fc.array(fc.tuple(fc.nat(60), fc.nat(255)), { maxLength: 4 }),
      (bytes, length, changes) => {
        const changed = Buffer.from(bytes.subarray(0, length));
        for (const [at, value] of changes) if (at < changed.length) changed[at] = value;
        const header = readImageHeader(changed);
        if (header === undefined) return;
        expect(header.width).toBeGreaterThan(0);
        expect(header.height).toBeGreaterThan(0);
      },
    ),
    runs,
  );
});

test.each([
  ['nothing', ''],
  ['a text', 'hello'],
  ['a PNG without its size', '\x89PNG\r\n\x1a\n'],
  ['a GIF of no size', 'GIF89a\0\0\0\0\0\0\0'],
  ['a JPEG that ends before its size', '\xff\xd8\xff\xe0\0\x10JFIF'],
  ['a JPEG whose segment has no length', `\xff\xd8\xff\xe0\0\0${'x'.repeat(40)}`],
])('%s has none', (_, bytes) => {
  expect(readImageHeader(Buffer.from(bytes, 'latin1'))).toBeUndefined();
});

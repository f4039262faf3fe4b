import { randomFillSync } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { IMAGE_BYTES, IMAGE_CHARS } from '../../../src/read/image/image-limits.ts';
import type { ImageResult } from '../../../src/read/image/image-result.ts';
import { showImage } from '../../../src/read/image/show-image.ts';
import type { ShownImage } from '../../../src/read/read-output.ts';
import { fixtureBytes } from '../fixture.ts';

const { signal } = new AbortController();
const side = 1024;

function imageOf(result: ImageResult): ShownImage {
  if (!result.ok) throw new Error(result.reason);
  return result.image;
}

function reasonOf(result: ImageResult): string {
  return result.ok ? '' : result.reason;
}

test.each([
  ['small.png', 'image/png', 'PNG', [60, 40], [60, 40], true],
  ['small.jpg', 'image/jpeg', 'JPEG', [80, 60], [80, 60], true],
  ['small.webp', 'image/webp', 'WebP', [80, 60], [80, 60], true],
  ['small.gif', 'image/gif', 'GIF', [40, 30], [40, 30], true],
  ['wide.png', 'image/png', 'PNG', [1600, 400], [1024, 256], false],
  ['turned.jpg', 'image/jpeg', 'JPEG', [200, 300], [200, 300], false],
  ['scan.tiff', 'image/png', 'TIFF', [80, 60], [80, 60], false],
  ['small.avif', 'image/png', 'AVIF', [80, 60], [80, 60], false],
  ['animated.gif', 'image/png', 'GIF', [64, 48], [64, 48], false],
])('%s', async (name, type, originalFormat, original, display, isUnchanged) => {
  const bytes = fixtureBytes(name);
  const image = imageOf(await showImage(bytes, { side, signal }));
  expect(image).toMatchObject({
    type,
    originalFormat,
    originalSize: bytes.length,
    dimensions: {
      originalWidth: original[0],
      originalHeight: original[1],
      displayWidth: display[0],
      displayHeight: display[1],
    },
  });
  const shown = Buffer.from(image.base64, 'base64');
  expect(shown.equals(bytes)).toBe(isUnchanged);
  const { width, height, format, pages } = await sharp(shown).metadata();
  expect({ width, height, type: `image/${format}` }).toEqual({
    width: display[0],
    height: display[1],
    type,
  });
  expect(pages ?? 1).toBe(1);
  expect(image.frames).toBe(name === 'animated.gif' ? 3 : undefined);
});

test('the bound of a side is an option', async () => {
  const image = imageOf(await showImage(fixtureBytes('small.png'), { side: 30, signal }));
  expect(image.dimensions).toMatchObject({ originalWidth: 60, displayWidth: 30, displayHeight: 20 });
});

test('what no API takes is made into what they take: CMYK, 16 bits a channel', async () => {
  const grey = { create: { width: 20, height: 10, channels: 3 as const, background: '#888888' } };
  const cmyk = await sharp(grey).toColourspace('cmyk').jpeg().toBuffer();
  const deep = await sharp(grey).toColourspace('rgb16').png().toBuffer();
  expect((await sharp(deep).metadata()).depth).toBe('ushort');
  for (const bytes of [cmyk, deep]) {
    const { base64 } = imageOf(await showImage(bytes, { side, signal }));
    const { space, depth } = await sharp(Buffer.from(base64, 'base64')).metadata();
    expect([space, depth]).toEqual(['srgb', 'uchar']);
  }
});

test('an image that stays too many bytes goes out as JPEG, and under the bound of the API', async () => {
  await expectFit(2000);
});

test('the bound is on what is sent: an image whose base64 is above it does not go out as it is', async () => {
  const { bytes } = await expectFit(1000);
  expect(bytes.length).toBeLessThan(IMAGE_CHARS);
});

async function expectFit(size: number): Promise<{ readonly bytes: Buffer }> {
  const noise = randomFillSync(Buffer.alloc(size * size * 3));
  const bytes = await sharp(noise, { raw: { width: size, height: size, channels: 3 } })
    .png()
    .toBuffer();
  expect(bytes.length).toBeGreaterThan(IMAGE_BYTES);
  const image = imageOf(await showImage(bytes, { side: size, signal }));
  expect(image.type).toBe('image/jpeg');
  expect(image.base64.length).toBeLessThanOrEqual(IMAGE_CHARS);
  expect(image.dimensions.displayWidth).toBe(size);
  return { bytes };
}

/** A PNG that says that it is of this size and has one line of it. */
function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const data = chunk('IDAT', deflateSync(Buffer.alloc(width * 3 + 1)));
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    data,
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const png = fixtureBytes('wide.png');
const jpeg = fixtureBytes('turned.jpg');

test.each([
  [
    'a pixel bomb',
    pngOf(30_000, 30_000),
    'is too large to be decoded: 30,000 × 30,000 px; the maximum is 100,000,000',
  ],
  ['an image with lines missing', pngOf(100, 100), "can't be decoded"],
  ['a PNG cut in the middle', png.subarray(0, 5000), "can't be decoded"],
  ['a JPEG cut in the middle', jpeg.subarray(0, 1500), "can't be decoded"],
  ['a header alone', png.subarray(0, 33), "can't be decoded"],
  ['a GIF of rubbish', Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(200, 7)]), "can't be decoded"],
])('%s is told in words, not sent', async (_, bytes, reason) => {
  expect(reasonOf(await showImage(bytes, { side, signal }))).toContain(reason);
});

test('without the library, small images go out as they are and others are told in words', async () => {
  const load = (): Promise<undefined> => Promise.resolve(undefined);
  const shown = await showImage(fixtureBytes('small.jpg'), { side, signal, load });
  expect(imageOf(shown)).toMatchObject({
    type: 'image/jpeg',
    base64: fixtureBytes('small.jpg').toString('base64'),
    dimensions: { originalWidth: 80, displayWidth: 80 },
  });
  expect(reasonOf(await showImage(png, { side, signal, load }))).toMatch(
    /is too large to be shown as it is \(1,600 × 400 px and 9.7 KiB\), and the optional package "sharp"/,
  );
  expect(reasonOf(await showImage(fixtureBytes('scan.tiff'), { side, signal, load }))).toContain(
    'not that of a PNG, JPEG, GIF or WebP image',
  );
});

test('an aborted call does not wait for its turn', async () => {
  const reason = new Error('stop');
  const controller = new AbortController();
  const first = showImage(png, { side, signal });
  const second = showImage(png, { side, signal: controller.signal });
  controller.abort(reason);
  await expect(second).rejects.toBe(reason);
  expect(imageOf(await first).dimensions.displayWidth).toBe(1024);
});

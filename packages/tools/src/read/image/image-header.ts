import type { ImageMediaType } from '../read-output.ts';

/** What the first bytes of an image tell without decoding it. */
export interface ImageHeader {
  readonly type: ImageMediaType;
  readonly width: number;
  readonly height: number;
}

/** The size of a PNG, JPEG, GIF or WebP image; undefined if its header is corrupt or of another type. */
export function readImageHeader(bytes: Buffer): ImageHeader | undefined {
  const header = pngHeader(bytes) ?? gifHeader(bytes) ?? webpHeader(bytes) ?? jpegHeader(bytes);
  return header !== undefined && header.width > 0 && header.height > 0 ? header : undefined;
}

function isAt(bytes: Buffer, text: string, offset: number): boolean {
  return bytes.toString('latin1', offset, offset + text.length) === text;
}

function pngHeader(bytes: Buffer): ImageHeader | undefined {
  if (bytes.length < 33 || !isAt(bytes, '\x89PNG\r\n\x1a\n', 0) || !isAt(bytes, 'IHDR', 12)) return undefined;
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function gifHeader(bytes: Buffer): ImageHeader | undefined {
  if (bytes.length < 13 || !(isAt(bytes, 'GIF87a', 0) || isAt(bytes, 'GIF89a', 0))) return undefined;
  return { type: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

function webpHeader(bytes: Buffer): ImageHeader | undefined {
  if (bytes.length < 30 || !isAt(bytes, 'RIFF', 0) || !isAt(bytes, 'WEBP', 8)) return undefined;
  const type = 'image/webp';
  if (isAt(bytes, 'VP8X', 12)) {
    return { type, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  }
  if (isAt(bytes, 'VP8L', 12) && bytes[20] === 0x2f) {
    const bits = bytes.readUInt32LE(21);
    return { type, width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (!isAt(bytes, 'VP8 ', 12) || !isAt(bytes, '\x9d\x01\x2a', 23)) return undefined;
  return { type, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
}

/** The size is in the first frame header, after any number of segments. */
function jpegHeader(bytes: Buffer): ImageHeader | undefined {
  if (!isAt(bytes, '\xff\xd8\xff', 0)) return undefined;
  let position = 2;
  while (position + 9 < bytes.length && bytes[position] === 0xff) {
    const marker = bytes[position + 1] ?? 0;
    if (marker === 0xff) {
      position += 1;
      continue;
    }
    if (isFrame(marker)) {
      return {
        type: 'image/jpeg',
        width: bytes.readUInt16BE(position + 7),
        height: bytes.readUInt16BE(position + 5),
      };
    }
    const length = bytes.readUInt16BE(position + 2);
    if (length < 2) return undefined;
    position += 2 + length;
  }
  return undefined;
}

/** SOF0 to SOF15, without the three markers among them that have other meanings. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
}

import type { TextEncoding } from '../files/text-encoding.ts';

/** Turns a file's bytes, as they come, into UTF-8. */
export interface Utf8Decoder {
  decode(chunk: Buffer): Buffer;
  /** What the last chunk left open. */
  end(): Buffer;
}

/** A decoder of UTF-16; undefined for the encodings whose lines can be taken apart as bytes. */
export function createUtf8Decoder(encoding: TextEncoding | undefined): Utf8Decoder | undefined {
  switch (encoding) {
    case 'utf16le':
    case 'utf16le-bom':
      return decoderOf('utf-16le');
    case 'utf16be':
    case 'utf16be-bom':
      return decoderOf('utf-16be');
    case 'utf8':
    case 'utf8-bom':
    case 'latin1':
    case undefined:
      return undefined;
    default:
      return encoding satisfies never;
  }
}

function decoderOf(label: 'utf-16le' | 'utf-16be'): Utf8Decoder {
  const decoder = new TextDecoder(label);
  return {
    decode: (chunk) => Buffer.from(decoder.decode(chunk, { stream: true }), 'utf8'),
    end: () => Buffer.from(decoder.decode(), 'utf8'),
  };
}

import type { TextEncoding } from '../files/text/text-encoding.ts';

/** Converts a file's bytes to UTF-8 as they arrive. */
export interface Utf8Decoder {
  decode(chunk: Buffer): Buffer;
  /** An incomplete character from the last chunk. */
  end(): Buffer;
}

/** A decoder for UTF-16; undefined for encodings whose lines can be split as bytes. */
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

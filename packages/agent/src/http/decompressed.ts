import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable, type Transform } from 'node:stream';

/**
 * The decompressed body; undefined for an unknown encoding. Each chunk is decoded as it arrives: waiting for
 * a full buffer would delay the model's text.
 */
export function decompressed(response: IncomingMessage): Readable | undefined {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return response;
  const decoder = decoderOf(encoding);
  if (decoder === undefined) return undefined;
  // A failure destroys the decoder with its error, which the decoder's reader sees.
  pipeline(response, decoder, () => undefined);
  return decoder;
}

/** Servers rarely compress streams, so the decoders are loaded on demand. */
function decoderOf(encoding: string): Transform | undefined {
  const zlib = process.getBuiltinModule('node:zlib');
  const { constants, createBrotliDecompress, createGunzip, createInflate } = zlib;
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip({ flush: constants.Z_SYNC_FLUSH });
    case 'deflate':
      return createInflate({ flush: constants.Z_SYNC_FLUSH });
    case 'br':
      return createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH });
    case 'zstd':
      return knowsZstd(zlib) ? zlib.createZstdDecompress() : undefined;
    default:
      return undefined;
  }
}

/** What `decompressed` knows, as the value of `accept-encoding`. */
export function acceptedEncodings(): string {
  return `gzip, br, deflate${knowsZstd(process.getBuiltinModule('node:zlib')) ? ', zstd' : ''}`;
}

/** Node has it from 22.15 on. */
function knowsZstd(zlib: object): boolean {
  return 'createZstdDecompress' in zlib;
}

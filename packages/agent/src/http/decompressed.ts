import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable, type Transform } from 'node:stream';

/**
 * The body as the server meant it; undefined for an encoding that is not known. Each piece is decoded as it comes:
 * a stream that waits for a full buffer would hold back the words of a model.
 */
export function decompressed(response: IncomingMessage): Readable | undefined {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return response;
  const decoder = decoderOf(encoding);
  if (decoder === undefined) return undefined;
  // A failure destroys the decoder with its error, which the reader of the decoder sees.
  pipeline(response, decoder, () => undefined);
  return decoder;
}

/** Hardly a server compresses what it streams, so the decoders are loaded when one does. */
function decoderOf(encoding: string): Transform | undefined {
  const { constants, createBrotliDecompress, createGunzip, createInflate } =
    process.getBuiltinModule('node:zlib');
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip({ flush: constants.Z_SYNC_FLUSH });
    case 'deflate':
      return createInflate({ flush: constants.Z_SYNC_FLUSH });
    case 'br':
      return createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH });
    default:
      return undefined;
  }
}

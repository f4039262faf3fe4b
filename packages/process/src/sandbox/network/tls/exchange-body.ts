import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { keepsLength, type ExchangeTables } from './exchange-tables.ts';
import { replaceAll } from './replace-bytes.ts';
import { isPlainBody, replacingStream } from './replacing-stream.ts';

/** A request's body on its way to the host, with the header that frames it. */
export type ExchangedBody =
  /** `through`: the stream to pipe the rest of the request through. */
  | { readonly kind: 'stream'; readonly framing: readonly string[]; readonly through: Transform | undefined }
  | { readonly kind: 'whole'; readonly framing: readonly string[]; readonly bytes: Buffer };

/** Up to this size, a body whose length may change is buffered, because not every server accepts chunks. */
const MAX_WHOLE = 65_536;
const CHUNKED = ['Transfer-Encoding', 'chunked'];

/**
 * @param onRead called before a body is buffered
 *
 * @throws if the client disconnects meanwhile
 */
export async function exchangeBody(
  request: IncomingMessage,
  tables: ExchangeTables,
  onRead: () => void,
): Promise<ExchangedBody> {
  const { headers } = request;
  const isChunked = headers['transfer-encoding'] !== undefined;
  const length = headers['content-length'];
  if (!isChunked && (length === undefined || Number(length) === 0)) {
    const framing = length === undefined ? [] : ['Content-Length', '0'];
    return { kind: 'whole', framing, bytes: Buffer.alloc(0) };
  }
  const table = tables.body(headers['content-type']);
  const asItWas = isChunked ? CHUNKED : ['Content-Length', length ?? ''];
  if (!isPlainBody(headers['content-encoding'])) {
    return { kind: 'stream', framing: asItWas, through: undefined };
  }
  if (isChunked || keepsLength(table)) {
    return { kind: 'stream', framing: asItWas, through: replacingStream(table) };
  }
  if (Number(length) > MAX_WHOLE) {
    return { kind: 'stream', framing: CHUNKED, through: replacingStream(table) };
  }
  onRead();
  const bytes = replaceAll(table, await buffer(request));
  return { kind: 'whole', framing: ['Content-Length', String(bytes.length)], bytes };
}

import { request as send, type IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { errorText } from '@sluice/base';
import { answerSocket } from '../answer-socket.ts';
import { joinSockets } from '../join-sockets.ts';
import { exchangeHead } from './exchange-head.ts';
import { exchangeText } from './exchange-headers.ts';
import { pairsOf, passedHeaders, phraseOf } from './pass-answer.ts';
import { MAX_HEAD, type HostWay } from './pass-request.ts';
import { isPlainBody, replacingStream } from './replacing-stream.ts';

/**
 * Forwards a request to switch protocols (such as websockets), with the same replacements. Once the host agrees, data passes uninspected.
 * Settles when that starts, or the response is complete. Never rejects.
 */
export async function passUpgrade(
  request: IncomingMessage,
  client: Duplex,
  early: Buffer,
  { agent, place, tables }: HostWay,
): Promise<void> {
  client.on('error', () => {});
  const fail = (status: number, text: string): void => answerSocket(client, { status, text });
  const { headers } = request;
  if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0) {
    return fail(400, "A request to switch protocols can't have a body.");
  }
  const head = exchangeHead(request, tables);
  if (typeof head === 'string') return fail(400, head);
  const { promise: done, resolve: finish } = Promise.withResolvers<void>();
  client.once('close', finish);
  try {
    const outgoing = send({
      agent,
      host: place.host,
      port: place.port,
      method: request.method,
      path: head.path,
      headers: [...head.headers, 'Connection', 'Upgrade', 'Upgrade', headers.upgrade ?? ''],
      setHost: false,
      maxHeaderSize: MAX_HEAD,
      insecureHTTPParser: false,
    });
    outgoing.maxHeadersCount = 0;
    outgoing.on('error', (error) => {
      fail(502, `${place.host} closed the connection unexpectedly: ${error.message}.`);
      finish();
    });
    client.once('close', () => outgoing.destroy());
    outgoing.once('upgrade', (incoming, socket, head_) => {
      const named = pairsOf(incoming.rawHeaders).map(
        ([name, value]) => [name, exchangeText(tables.back, value)] as const,
      );
      client.write(headText(incoming, named), 'latin1');
      if (early.length > 0) socket.write(early);
      if (head_.length > 0) socket.unshift(head_);
      joinSockets(client, socket);
      finish();
    });
    outgoing.once('response', (incoming) => {
      // There is no response object, so only closing the connection can mark the end of the body.
      const named = passedHeaders(incoming, tables.back).filter(
        ([name]) => name.toLowerCase() !== 'content-length',
      );
      client.write(headText(incoming, [...named, ['Connection', 'close']]), 'latin1');
      client.resume();
      const isReplaced = isPlainBody(incoming.headers['content-encoding']);
      const passed = isReplaced
        ? pipeline(incoming, replacingStream(tables.back), client)
        : pipeline(incoming, client);
      void passed.catch(() => client.destroy()).then(() => finish());
    });
    outgoing.end();
  } catch (error) {
    const reason = errorText(error);
    fail(400, `This request can't be forwarded: ${reason}`);
    finish();
  }
  await done;
}

function headText(incoming: IncomingMessage, headers: readonly (readonly [string, string])[]): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${incoming.statusCode} ${phraseOf(incoming)}`, ...lines, '', ''].join('\r\n');
}

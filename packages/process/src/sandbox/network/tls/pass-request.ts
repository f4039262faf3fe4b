import { request as send, type Agent, type IncomingMessage, type ServerResponse } from 'node:http';
import { errorText } from '@sluice/base';
import { answerResponse } from '../answer-response.ts';
import { exchangeBody, type ExchangedBody } from './exchange-body.ts';
import { exchangeHead } from './exchange-head.ts';
import { exchangeText } from './exchange-headers.ts';
import type { ExchangeTables } from './exchange-tables.ts';
import type { HostPlace } from './judge-request.ts';
import { pairsOf, passAnswer } from './pass-answer.ts';

export const MAX_HEAD = 65_536;

export interface HostWay {
  /** Keeps the single connection to the host. */
  readonly agent: Agent;
  readonly place: HostPlace;
  readonly tables: ExchangeTables;
}

/** Headers that frame or route a message, so they can't be trailers. */
const NEVER_TRAILING = new Set(['content-length', 'transfer-encoding', 'host', 'trailer', 'connection']);

/**
 * Forwards one request with secrets in place of their placeholders. Settles when its response is complete, or the client is gone. Never
 * rejects.
 */
export async function passRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { agent, place, tables }: HostWay,
): Promise<void> {
  const isExpecting = request.headers.expect !== undefined;
  const fail = (status: number, text: string): void => answerResponse(request, response, { status, text });
  const head = exchangeHead(request, tables);
  if (typeof head === 'string') return fail(400, head);
  let body: ExchangedBody;
  try {
    body = await exchangeBody(request, tables, () => isExpecting && response.writeContinue());
  } catch {
    return void response.destroy();
  }
  const { promise: done, resolve: finish } = Promise.withResolvers<void>();
  response.once('close', finish);
  if (response.destroyed) finish();
  try {
    const outgoing = send({
      agent,
      host: place.host,
      port: place.port,
      method: request.method,
      path: head.path,
      headers: [
        ...head.headers,
        ...body.framing,
        ...(isExpecting && body.kind === 'stream' ? ['Expect', '100-continue'] : []),
        ...[
          'Connection',
          request.headers.connection?.toLowerCase().includes('close') === true ? 'close' : 'keep-alive',
        ],
      ],
      setHost: false,
      maxHeaderSize: MAX_HEAD,
      insecureHTTPParser: false,
    });
    outgoing.maxHeadersCount = 0;
    let answered: IncomingMessage | undefined;
    const breakOff = (text: string): void => {
      request.unpipe();
      if (answered?.complete !== true) fail(502, text);
    };
    outgoing.on('error', (error) =>
      breakOff(`${place.host} closed the connection unexpectedly: ${error.message}.`),
    );
    outgoing.once('close', () => {
      if (answered === undefined) breakOff(`${place.host} closed the connection without a response.`);
    });
    outgoing.once('continue', () => response.writeContinue());
    outgoing.once('upgrade', (_incoming, socket) => {
      socket.destroy();
      breakOff(`${place.host} wants to switch protocols (status 101) without being asked to.`);
    });
    outgoing.once('response', (incoming) => {
      answered = incoming;
      void passAnswer(incoming, request, response, tables);
    });
    // If the client leaves early, close the connection to the host too: it has received half a request.
    void done.then(() => {
      request.resume();
      if (!outgoing.writableFinished || answered?.complete !== true) outgoing.destroy();
    });
    request.on('error', () => {});
    if (body.kind === 'whole') outgoing.end(body.bytes);
    else {
      const source = body.through === undefined ? request : request.pipe(body.through);
      source.pipe(outgoing, { end: false });
      source.once('end', () => {
        const trailers = pairsOf(request.rawTrailers).flatMap(([name, value]): [string, string][] =>
          NEVER_TRAILING.has(name.toLowerCase()) ? [] : [[name, exchangeText(tables.header, value)]],
        );
        if (trailers.length > 0) outgoing.addTrailers(trailers);
        outgoing.end();
      });
    }
  } catch (error) {
    const reason = errorText(error);
    fail(400, `This request can't be forwarded: ${reason}`);
  }
  await done;
}

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
  /** Has the one connection to the host. */
  readonly agent: Agent;
  readonly place: HostPlace;
  readonly tables: ExchangeTables;
}

/** What says where a message ends, or whom it is for, can't come after it. */
const NEVER_TRAILING = new Set(['content-length', 'transfer-encoding', 'host', 'trailer', 'connection']);

/**
 * Passes one request on with values in the place of their stand-ins. Settles when its answer is whole, or the client is gone.
 * Never rejects.
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
    outgoing.on('error', (error) => breakOff(`${place.host} has broken off: ${error.message}.`));
    outgoing.once('close', () => {
      if (answered === undefined) breakOff(`${place.host} has ended the connection without an answer.`);
    });
    outgoing.once('continue', () => response.writeContinue());
    outgoing.once('upgrade', (_incoming, socket) => {
      socket.destroy();
      breakOff(`${place.host} wants to change the protocol (status 101), and was not asked to.`);
    });
    outgoing.once('response', (incoming) => {
      answered = incoming;
      void passAnswer(incoming, request, response, tables);
    });
    // Whoever goes before the end takes the connection to the host along: half a request is on it.
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
    fail(400, `This request can't be passed on: ${reason}`);
  }
  await done;
}

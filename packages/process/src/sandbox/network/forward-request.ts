import { request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { errorText } from '@sluice/base';
import { answerResponse } from './answer-response.ts';
import { carriedHeaders } from './carried-headers.ts';
import { answerOf, type Answer } from './proxy-answer.ts';
import type { Reach } from './reach.ts';

const DEFAULT_PORT = 80;
const MAX_HEADERS = 65_536;

/** Forwards one request with an absolute URL, on its own connection. Never rejects, whatever either side sends. */
export async function forwardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  reach: Reach,
): Promise<void> {
  const answer = (what: Answer): void => answerResponse(request, response, what);
  response.on('error', () => {});
  const url = URL.parse(request.url ?? '');
  if (url?.protocol !== 'http:') {
    const text =
      'This is a proxy: it accepts CONNECT and requests with a full URL such as http://example.com/.';
    return answer({ status: 400, text });
  }
  const coding = request.headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    return answer({ status: 501, text: `The transfer coding ${coding} is not supported.` });
  }
  const reached = await reach(url.hostname, url.port === '' ? DEFAULT_PORT : Number(url.port));
  if (reached.status !== 'connected') return answer(answerOf(reached));
  const { socket } = reached;
  if (response.destroyed) {
    socket.destroy();
    return;
  }
  try {
    const headers = carriedHeaders(request);
    const framing = coding === undefined ? [] : ['Transfer-Encoding', 'chunked'];
    const outgoing = send({
      createConnection: () => socket,
      method: request.method,
      path: pathOf(request.url ?? ''),
      headers: ['Host', url.host, ...headers, ...framing, 'Connection', 'close'],
      setHost: false,
      maxHeaderSize: MAX_HEADERS,
    });
    let answered: IncomingMessage | undefined;
    const fail = (text: string): void => {
      request.unpipe(outgoing);
      request.resume();
      // A complete response is final, whatever follows it.
      if (answered?.complete !== true) answer({ status: 502, text });
    };
    outgoing.on('error', (error) =>
      fail(`${url.host} closed the connection unexpectedly: ${error.message}.`),
    );
    outgoing.once('close', () => {
      if (answered === undefined) fail(`${url.host} closed the connection without a response.`);
    });
    // Don't ask the host to switch protocols.
    const refuseChange = (): void => {
      fail(`${url.host} wants to switch protocols (status 101), which works only in a tunnel (CONNECT).`);
      socket.destroy();
    };
    outgoing.once('upgrade', refuseChange);
    outgoing.once('response', (incoming) => {
      if (incoming.statusCode === 101) return refuseChange();
      answered = incoming;
      passBack(incoming, request, response);
    });
    response.once('close', () => socket.destroy());
    request.on('error', () => {});
    request.pipe(outgoing);
  } catch (error) {
    socket.destroy();
    const reason = errorText(error);
    answer({ status: 400, text: `This request can't be forwarded: ${reason}` });
  }
}

function passBack(incoming: IncomingMessage, request: IncomingMessage, response: ServerResponse): void {
  try {
    // The body's framing is between this process and its client, which may use an older version of HTTP.
    response.sendDate = false;
    const phrase = /^[\t\x20-\x7e]*$/.test(incoming.statusMessage ?? '') ? incoming.statusMessage : '';
    response.writeHead(incoming.statusCode ?? 502, phrase, [...carriedHeaders(incoming)]);
  } catch (error) {
    incoming.destroy();
    const reason = errorText(error);
    return answerResponse(request, response, {
      status: 502,
      text: `The response can't be forwarded: ${reason}`,
    });
  }
  // If the response is cut off, abort the client's connection too, so that it doesn't take a part for the whole.
  pipeline(incoming, response, () => {});
}

/** As the client wrote it: a server may distinguish what a URL parser normalizes. */
function pathOf(url: string): string {
  const rest = url.slice(url.indexOf('://') + 3);
  const start = rest.search(/[/?#\\]/);
  const path = start < 0 ? '' : rest.slice(start).replace(/#.*$/s, '');
  return path.startsWith('/') ? path : `/${path}`;
}

import { request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { errorText } from '@sluice/base';
import { answerResponse } from './answer-response.ts';
import { carriedHeaders } from './carried-headers.ts';
import { answerOf, type Answer } from './proxy-answer.ts';
import type { Reach } from './reach.ts';

const DEFAULT_PORT = 80;
const MAX_HEADERS = 65_536;

/** Passes on one request in absolute form, on a connection of its own. Never rejects, whatever either side sends. */
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
      'This is a proxy: it takes CONNECT, and requests for a whole address such as http://example.com/.';
    return answer({ status: 400, text });
  }
  const coding = request.headers['transfer-encoding'];
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    return answer({ status: 501, text: `The transfer coding ${coding} is not known here.` });
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
      // An answer that is whole stands, whatever comes after it.
      if (answered?.complete !== true) answer({ status: 502, text });
    };
    outgoing.on('error', (error) => fail(`${url.host} has broken off: ${error.message}.`));
    outgoing.once('close', () => {
      if (answered === undefined) fail(`${url.host} has ended the connection without an answer.`);
    });
    // What makes a connection another one is not carried to the host: it was not asked for this.
    const refuseChange = (): void => {
      fail(`${url.host} wants to change the protocol (status 101), which a tunnel (CONNECT) allows alone.`);
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
    answer({ status: 400, text: `This request can't be passed on: ${reason}` });
  }
}

function passBack(incoming: IncomingMessage, request: IncomingMessage, response: ServerResponse): void {
  try {
    // How the body is delimited is between this process and its client, whose version of HTTP may be an older one.
    response.sendDate = false;
    const phrase = /^[\t\x20-\x7e]*$/.test(incoming.statusMessage ?? '') ? incoming.statusMessage : '';
    response.writeHead(incoming.statusCode ?? 502, phrase, [...carriedHeaders(incoming)]);
  } catch (error) {
    incoming.destroy();
    const reason = errorText(error);
    return answerResponse(request, response, {
      status: 502,
      text: `The answer can't be passed on: ${reason}`,
    });
  }
  // One that breaks off breaks the client's connection too: it must not take a part for the whole.
  pipeline(incoming, response, () => {});
}

/** As it was written: a server may tell apart what a parser of addresses takes for the same. */
function pathOf(url: string): string {
  const rest = url.slice(url.indexOf('://') + 3);
  const start = rest.search(/[/?#\\]/);
  const path = start < 0 ? '' : rest.slice(start).replace(/#.*$/s, '');
  return path.startsWith('/') ? path : `/${path}`;
}

import { Agent, createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { TlsProblem } from '../../sandbox-denial.ts';
import { answerResponse } from '../answer-response.ts';
import { answerSocket } from '../answer-socket.ts';
import type { Answer } from '../proxy-answer.ts';
import type { Secured } from './connect-securely.ts';
import type { ExchangeTables } from './exchange-tables.ts';
import { judgeRequest, misdirected, type HostPlace } from './judge-request.ts';
import { MAX_HEAD, passRequest, type HostWay } from './pass-request.ts';
import { passUpgrade } from './pass-upgrade.ts';

interface RequestTunnel {
  readonly place: HostPlace;
  readonly tables: ExchangeTables;
  /** The server name in the client's TLS handshake; undefined if none. Canonical, or as sent. */
  readonly named: string | undefined;
  readonly host: Promise<Secured>;
  /** Called with why a request was not forwarded. */
  readonly onRefused: (problem: TlsProblem, reason: string) => void;
}

/** Clients may pipeline requests, but rarely send more than this. */
const MAX_WAITING = 64;
const HEADERS_MS = 60_000;

/**
 * Serves the requests in an inspected tunnel. The connections to the client and the host start and end together, and carry one request at
 * a time, whatever either side would like.
 */
export function serveRequests(client: TLSSocket, tunnel: RequestTunnel): void {
  const { place, tables, named, host, onRefused } = tunnel;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const way: HostWay = { agent, place, tables };
  let turn = Promise.resolve();
  let waiting = 0;
  let isOver = false;
  const { promise: gone, resolve: leave } = Promise.withResolvers<void>();
  client.once('close', leave);

  /** The response to send instead of contacting the host; undefined if the host is connected and the request is for it. */
  const refusalOf = async (request: IncomingMessage): Promise<Answer | undefined> => {
    const wrong =
      named !== undefined && named !== place.host ? misdirected(named, place) : judgeRequest(request, place);
    if (wrong?.status === 421) onRefused('misdirected', wrong.text);
    if (wrong !== undefined) return wrong;
    const secured = await host;
    if (secured.status !== 'connected') {
      onRefused(secured.status === 'failed' ? 'no-tls' : 'not-verified', secured.reason);
      return { status: 502, text: secured.reason };
    }
    if (secured.socket.destroyed) return { status: 502, text: `${place.host} ended the connection.` };
    agent.createConnection = () => secured.socket;
    return undefined;
  };
  const inTurn = (act: () => Promise<void>): void => {
    waiting += 1;
    if (waiting > MAX_WAITING) return void client.destroy();
    turn = turn.then(async () => {
      await Promise.race([act(), gone]);
      waiting -= 1;
      if (isOver && waiting === 0) client.end();
    });
  };

  const server = createServer({
    ...{ requestTimeout: 0, headersTimeout: HEADERS_MS, keepAliveTimeout: 0 },
    ...{ maxHeaderSize: MAX_HEAD, insecureHTTPParser: false, requireHostHeader: true },
  });
  server.maxHeadersCount = 0;
  const serve: RequestListener = (request, response) => {
    response.on('error', () => {});
    inTurn(async () => {
      const refusal = await refusalOf(request);
      if (refusal === undefined) return passRequest(request, response, way);
      answerResponse(request, response, refusal);
    });
  };
  server.on('request', serve);
  server.on('checkContinue', serve);
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => {});
    inTurn(async () => {
      const refusal = await refusalOf(request);
      if (refusal !== undefined) return answerSocket(socket, refusal);
      await passUpgrade(request, socket, head, way);
    });
  });
  server.on('connect', (_request, socket: Duplex) => {
    socket.on('error', () => {});
    answerSocket(socket, { status: 400, text: 'A tunnel inside a tunnel is not supported.' });
  });
  server.on('clientError', (_error, socket) => {
    answerSocket(socket, { status: 400, text: 'This is not an HTTP/1.1 request that can be inspected.' });
  });

  void host.then((secured) => {
    if (secured.status !== 'connected') return;
    const { socket } = secured;
    const end = (): void => {
      isOver = true;
      if (waiting === 0) client.end();
    };
    if (socket.destroyed) end();
    else socket.once('close', end);
    void gone.then(() => socket.destroy());
  });
  server.emit('connection', client);
}

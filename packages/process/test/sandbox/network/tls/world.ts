import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { connect, createServer, isIP, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls, TLSSocket } from 'node:tls';
import type { HostList, HostRefusal } from '../../../../src/index.ts';
import { createHttpProxy } from '../../../../src/sandbox/network/http-proxy.ts';
import type { Reach } from '../../../../src/sandbox/network/reach.ts';
import { serveSocks } from '../../../../src/sandbox/network/socks-proxy.ts';
import { createAuthority, type Authority } from '../../../../src/sandbox/network/tls/authority.ts';
import { makeAuthorityCertificate } from '../../../../src/sandbox/network/tls/make-certificate.ts';
import { openTermination } from '../../../../src/sandbox/network/tls/open-termination.ts';
import { close, listen, portOf } from '../servers.ts';

const DAY_MS = 86_400_000;
const LIMIT_MS = 20_000;

export interface TestAuthority extends Authority {
  /** PEM. */
  readonly key: string;
}

export function testAuthority(): TestAuthority {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const term = { from: new Date(Date.now() - DAY_MS), until: new Date(Date.now() + DAY_MS) };
  const pem = makeAuthorityCertificate('of the test', privateKey, term);
  const authority = createAuthority({ certificate: new X509Certificate(pem), key: privateKey }, pem, term);
  return { ...authority, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

/** Listens for TLS, shows a leaf for a name, and hands over what is said within. */
export function serveTls(
  authority: Authority,
  name: string,
  serve: (socket: TLSSocket) => void,
  protocols: readonly string[] = ['http/1.1'],
  address = '127.0.0.1',
): Promise<Server> {
  return listen(
    createServer((socket) => {
      const inner = new TLSSocket(socket, {
        isServer: true,
        secureContext: authority.leafFor(name),
        ALPNProtocols: [...protocols],
      });
      inner.on('error', () => {});
      inner.once('secure', () => serve(inner));
    }),
    address,
  );
}

export function asHttp(server: HttpServer): (socket: TLSSocket) => void {
  return (socket) => void server.emit('connection', socket);
}

export { createHttpServer };

export interface Refusal {
  readonly place: string;
  readonly why: HostRefusal;
}

export interface SecureOptions {
  readonly servername?: string;
  readonly ca?: string;
  readonly by?: 'http' | 'socks';
  readonly protocols?: readonly string[];
}

export interface TlsWorld {
  /** Who vouches for the hosts. */
  readonly hosts: TestAuthority;
  /** PEM of who vouches for the proxy. */
  readonly roots: string;
  readonly refusals: Refusal[];
  /** A tunnel to a host, whose servers all listen on this machine; the socket has said nothing since. */
  tunnel(host: string, by?: 'http' | 'socks'): Promise<Socket>;
  /** TLS in such a tunnel, its certificate held against the name. */
  secure(host: string, more?: SecureOptions): Promise<TLSSocket>;
  /** Says the parts one after the other in such TLS, and hears the other side out. */
  say(host: string, parts: readonly (string | Buffer)[], more?: SecureOptions): Promise<string>;
  dispose(): Promise<void>;
}

/** @param servers by host; each is at port 443 */
export async function createTlsWorld(
  hosts: TestAuthority,
  servers: ReadonlyMap<string, Server>,
  list: Pick<HostList, 'secrets' | 'tlsTerminate'>,
): Promise<TlsWorld> {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-tls-'));
  const rootsFile = join(directory, 'roots.pem');
  // Not every file of roots is whole.
  writeFileSync(rootsFile, `${hosts.certificate.replace('MII', 'AAA')}${hosts.certificate}`);
  const refusals: Refusal[] = [];
  const onRefused = (host: string, port: number, why: HostRefusal): void => {
    refusals.push({ place: `${host}:${port}`, why });
  };
  const direct: Reach = async (host) => {
    const server = servers.get(host);
    if (server === undefined) return { status: 'failed', code: 'unknown-name', reason: 'Nobody knows it.' };
    const socket = connect({ port: portOf(server), host: '127.0.0.1', allowHalfOpen: true });
    return { status: 'connected', socket: socket.on('error', () => {}) };
  };
  const termination = await openTermination(list, {
    environment: {},
    cwd: directory,
    ownEnvironment: { SSL_CERT_FILE: rootsFile },
  });
  const reach = termination?.guard(direct, onRefused) ?? direct;
  const carry = termination?.carry(LIMIT_MS, onRefused);
  const proxy = createHttpProxy(reach, carry);
  const http = await listen(
    createServer({ allowHalfOpen: true }, (client) => void proxy.emit('connection', client)),
    '127.0.0.1',
  );
  const socks = await listen(
    createServer(
      { allowHalfOpen: true, pauseOnConnect: true },
      (client) => void serveSocks(client, reach, carry),
    ),
    '127.0.0.1',
  );
  const [own] = termination?.trust.files ?? [];
  const roots = own?.text ?? hosts.certificate;

  const tunnel: TlsWorld['tunnel'] = async (host, by = 'http') => {
    const socket = connect({ port: portOf(by === 'http' ? http : socks), host: '127.0.0.1', noDelay: true });
    socket.on('error', () => {});
    if (by === 'http') socket.write(`CONNECT ${host}:443 HTTP/1.1\r\nHost: ${host}:443\r\n\r\n`);
    else socket.write(Buffer.from([5, 1, 0, 5, 1, 0, 3, host.length, ...Buffer.from(host), 1, 187]));
    let said = Buffer.alloc(0);
    while (!(by === 'http' ? said.includes('\r\n\r\n') : said.length >= 12)) {
      await new Promise<void>(
        (resolve) => void socket.once('readable', resolve).once('close', () => resolve()),
      );
      const part: unknown = socket.read();
      if (part instanceof Buffer) said = Buffer.concat([said, part]);
      else if (socket.destroyed || socket.readableEnded) break;
    }
    const isOpen =
      by === 'http' ? said.includes('HTTP/1.1 200') : said.indexOf(Buffer.from([5, 0, 5, 0])) === 0;
    if (!isOpen) throw new Error(said.toString());
    return socket;
  };
  const secure: TlsWorld['secure'] = async (host, options = {}) => {
    const { servername = host, ca = roots, by, protocols = ['h2', 'http/1.1'] } = options;
    const socket = connectTls({
      socket: await tunnel(host, by),
      ...(isIP(servername) === 0 && servername !== '' && { servername }),
      host,
      ca,
      ALPNProtocols: [...protocols],
      checkServerIdentity: () => undefined,
    });
    return new Promise((resolve, reject) => {
      socket.once('error', reject).on('error', () => {});
      socket.once('close', () => reject(new Error('closed')));
      socket.once('secureConnect', () => resolve(socket));
    });
  };
  return {
    hosts,
    roots,
    refusals,
    tunnel,
    secure,
    async say(host, parts, more) {
      const socket = await secure(host, more);
      let heard = '';
      socket.setEncoding('latin1').on('data', (part: string) => {
        heard += part;
      });
      const ended = new Promise<void>((resolve) => void socket.once('close', resolve));
      for (const part of parts)
        await new Promise<void>((resolve) => void socket.write(part, () => resolve()));
      await ended;
      return heard;
    },
    async dispose() {
      await Promise.all([http, socks, ...servers.values()].map(close));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

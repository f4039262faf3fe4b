import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as requestHttp, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { listen, startSecureServer, startServer } from '../support/local-server.ts';
import { selfSigned } from '../support/self-signed.ts';
import { bundled } from '../../../../test/support/bundled.ts';

const PROGRAM = await bundled(fileURLToPath(new URL('../support/post-through.ts', import.meta.url)));

/** Authorities are read when Node starts, so what trusts one is a program of its own. */
async function run(args: readonly string[], env: Record<string, string>): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...args], {
    env: { PATH: process.env['PATH'], ...env },
  });
  return stdout;
}

function writeAuthority(cert: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-authority-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, 'authority.pem');
  writeFileSync(file, cert);
  return file;
}

/** Sends every name to this machine; keeps what it was asked. */
async function startProxy(isWelcome: (request: IncomingMessage) => boolean) {
  const asked: string[] = [];
  const proxy = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} host=${request.headers.host}`);
    if (!isWelcome(request)) return response.writeHead(407).end();
    const { pathname, port } = new URL(request.url ?? '');
    const { method = '', headers } = request;
    const onward = requestHttp({ host: '127.0.0.1', port, path: pathname, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 0);
      answer.pipe(response);
    });
    return request.pipe(onward);
  });
  proxy.on('connect', (request, socket, head) => {
    asked.push(`${request.method} ${request.url} key=${String(request.headers['x-api-key'])}`);
    if (!isWelcome(request)) return socket.end('HTTP/1.1 407 Who?\r\n\r\n');
    const port = Number(request.url?.split(':').at(-1));
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    return socket.on('error', () => onward.destroy());
  });
  const { port } = await listen(proxy, 'http');
  return { port, asked };
}

const CREDENTIALS = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;

it('reaches https through a tunnel, checks the certificate, keeps the connection, and shows the proxy no key', async () => {
  const pair = selfSigned();
  const server = await startSecureServer(pair, (request, response) => response.end(request.headers.host));
  const proxy = await startProxy((request) => request.headers['proxy-authorization'] === CREDENTIALS);
  const url = `https://model.test:${server.port}/v1`;
  const HTTPS_PROXY = `http://me:p%40ss@127.0.0.1:${proxy.port}`;
  const authority = writeAuthority(pair.cert);
  const trusted = await run([url, '3'], { HTTPS_PROXY, NODE_EXTRA_CA_CERTS: authority });
  expect(trusted).toBe(`200 model.test:${server.port}\n`.repeat(3));
  expect(proxy.asked).toEqual([`CONNECT model.test:${server.port} key=undefined`]);

  const other = `https://other.test:${server.port}/v1`;
  const [untrusted, misnamed, unknown, direct] = await Promise.all([
    run([url], { HTTPS_PROXY }),
    run([other], { HTTPS_PROXY, NODE_EXTRA_CA_CERTS: authority }),
    run([url], { https_proxy: `http://me:wrong@127.0.0.1:${proxy.port}` }),
    run([`https://127.0.0.1:${server.port}/v1`], { HTTPS_PROXY, NODE_EXTRA_CA_CERTS: authority }),
  ]);
  expect(untrusted).toMatch(/^network: The certificate .*NODE_EXTRA_CA_CERTS/);
  expect(misnamed).toMatch(/^network: The certificate .*another host name/);
  expect(unknown).toMatch(/^network: The proxy .*status 407.*user name and password/);
  expect(unknown).not.toContain('wrong');
  expect(direct).toBe(`200 127.0.0.1:${server.port}\n`);
});

it('asks a proxy for the whole address of a plain server, and leaves out what NO_PROXY names', async () => {
  const server = await startServer((request, response) =>
    response.end(`${request.url} ${request.headers.host}`),
  );
  const proxy = await startProxy((request) => request.headers['proxy-authorization'] === CREDENTIALS);
  const url = `http://model.test:${server.port}/v1`;
  const HTTP_PROXY = `http://me:p%40ss@127.0.0.1:${proxy.port}`;
  const [through, refused, around] = await Promise.all([
    run([url, '2'], { HTTP_PROXY }),
    run([url], { HTTP_PROXY: `http://127.0.0.1:${proxy.port}` }),
    run([url], { HTTP_PROXY, NO_PROXY: 'model.test' }),
  ]);
  expect(through).toBe(`200 /v1 model.test:${server.port}\n`.repeat(2));
  expect(refused).toMatch(/^network: The proxy .* requires a user name and password/);
  // The name leads nowhere without the proxy.
  expect(around).toMatch(/^network: The host name of http:\/\/model\.test/);
  expect(proxy.asked).toHaveLength(3);
  expect(proxy.asked[0]).toBe(`POST ${url} host=model.test:${server.port}`);
});

import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { local, open, remote } from '../client/support/open-server.ts';

/** What each path of the server answers. */
const ANSWERS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/none': (response) => response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not here</h1>'),
  '/get-only': (response) => response.writeHead(405).end(),
  '/broken': (response) => response.writeHead(500).end('out of order'),
  // What it was sent, as some servers do.
  '/echo': (response) => response.writeHead(500).end(`key ${response.req.headers.authorization}, sorry`),
  '/page': (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>hi</h1>'),
  '/json': (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":1}'),
  '/not-json': (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('a'),
  '/other': (response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end('{"jsonrpc":"2.0","id":999,"result":{}}'),
  '/accepted': (response) => response.writeHead(202).end(),
  '/forbidden': (response) => response.writeHead(403).end('not from here'),
  '/key': (response) => response.writeHead(401).end(),
  '/moved': (response) => response.writeHead(302, { location: 'http://localhost:1/mcp' }).end(),
};

const authorized = (url: string, kind: 'http' | 'sse') =>
  Object.assign(remote(url, kind), { headers: { authorization: 'Bearer 0123-secret' } });

async function origin(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    ANSWERS[new URL(request.url ?? '/', 'http://x').pathname]?.(response);
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

it.each([
  ['/none', 'http', / answered 404 Not Found: Not here\. Check "url".* ends in \/mcp, .*"type": "sse"\.$/],
  ['/get-only', 'http', / answered 405 Method Not Allowed\. Check "url"/],
  ['/broken', 'http', / answered 500 Internal Server Error: out of order\. The problem is on the server/],
  ['/echo', 'http', / answered 500 Internal Server Error: key \[redacted\], sorry\. The problem/],
  ['/page', 'http', / answered with text\/html, which is not MCP\. Check "url"/],
  ['/json', 'http', / answered with JSON that is not MCP\. Check "url"/],
  ['/not-json', 'http', / answered with JSON that is not MCP\. Check "url"/],
  ['/other', 'http', /^Its response does not belong to this request\.$/],
  ['/accepted', 'http', /^It answered the request with 202 Accepted, so no answer can follow\. The problem/],
  ['/moved', 'http', / redirects to http:\/\/localhost:1\/mcp, which .* set it as "url" in the entry\.$/],
  ['/page', 'sse', / doesn't send an event stream\. Check "url" .*"type": "http"\.$/],
  ['/get-only', 'sse', / answered 405 Method Not Allowed\. .*set "type": "http"\.$/],
] as const)('a server at %s (%s) fails with what, where and how to fix it', async (path, kind, reason) => {
  const at = await origin();
  // A query may hold a key.
  const [status] = (await open(authorized(`${at}${path}?key=secret`, kind))).status();
  expect(status).toMatchObject({ state: 'failed', reason: expect.stringMatching(reason) });
  if (!['/other', '/accepted'].includes(path)) expect(status?.reason).toMatch(new RegExp(`^${at}${path} `));
  expect(status?.reason).not.toContain('secret');
});

it.each([
  [
    '/forbidden',
    'failed',
    / answered 403 Forbidden: not from here\. Check "url" and "headers" in its entry\.$/,
  ],
  [
    '/key',
    'needs-auth',
    /requires a login\. If it takes a fixed key, .*--header "Authorization: Bearer …"\. Otherwise, run: sluice mcp login s$/,
  ],
] as const)('a server at %s that is given no login has the state %s', async (path, state, reason) => {
  const [status] = (await open(remote(`${await origin()}${path}`))).status();
  expect(status).toMatchObject({ state, reason: expect.stringMatching(reason) });
});

it('an address that nothing answers, or that has no TLS, says so', async () => {
  const at = await origin();
  // A port that no program listens at by chance.
  const port = 2;
  const reasonOf = async (url: string) => (await open(remote(url))).status()[0]?.reason;
  expect(await reasonOf(`http://127.0.0.1:${port}/mcp`)).toBe(
    `Nothing is listening at http://127.0.0.1:${port}/mcp: the connection was refused. Start the server, or correct "url" in its entry.`,
  );
  expect(await reasonOf(`${at.replace('http:', 'https:')}/none`)).toMatch(
    /\/none does not use TLS\. Use http:\/\/ in "url", or check the port\.$/,
  );
  expect(await reasonOf('http://no-such-host.invalid/mcp')).toMatch(/no-such-host\.invalid.*network/);
});

it('a command line in the place of a program says where its arguments belong', async () => {
  const connection = { ...local(), command: 'no-such-npx -y @scope/pkg', args: [] };
  const [status] = (await open(connection)).status();
  expect(status).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(/"command": "no-such-npx", "args": \["-y", "@scope\/pkg"\]\.$/),
  });
});

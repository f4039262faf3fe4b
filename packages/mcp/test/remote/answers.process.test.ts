import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { open, remote } from '../client/support/open-server.ts';

const QUESTIONS = 100;

/** A server that asks so many questions before it answers a call, and takes no answer until the eighth has come. */
async function startAsking() {
  const held: ServerResponse[] = [];
  let [most, taken] = [0, 0];
  const enough = Promise.withResolvers<void>();
  const all = Promise.withResolvers<void>();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<unknown> => {
    const body = await text(request);
    if (request.method !== 'POST') return response.writeHead(405).end();
    const { id, method, params } = JSON.parse(body);
    if (method === undefined) {
      held.push(response);
      most = Math.max(most, held.length);
      if (held.length === 8) enough.resolve();
      await enough.promise;
      held.splice(held.indexOf(response), 1);
      response.writeHead(202).end();
      taken += 1;
      if (taken === QUESTIONS) all.resolve();
      return undefined;
    }
    if (id === undefined) return response.writeHead(202).end();
    const say = (message: object): string => JSON.stringify({ jsonrpc: '2.0', ...message });
    if (method !== 'tools/call') {
      const result =
        method === 'initialize'
          ? {
              protocolVersion: params.protocolVersion,
              capabilities: { tools: {} },
              serverInfo: { name: 'a' },
            }
          : { tools: [] };
      return response.writeHead(200, { 'content-type': 'application/json' }).end(say({ id, result }));
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (let number = 0; number < QUESTIONS; number += 1)
      response.write(`data: ${say({ id: `q${number}`, method: 'ping' })}\n\n`);
    await all.promise;
    return response.end(`data: ${say({ id, result: { content: [] } })}\n\n`);
  };
  const server = createServer((request, response) => void answer(request, response));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { url: `http://127.0.0.1:${port}/mcp`, most: () => most };
}

it('a server that asks a hundred questions at once gets all answers, by eight requests at the same time', async () => {
  const { url, most } = await startAsking();
  const servers = await open(remote(url), { protocol: '2025-11-25' });
  const { signal } = new AbortController();
  expect(await servers.call({ server: 's', tool: 'x', input: {}, signal })).toEqual({
    status: 'result',
    result: { content: [] },
  });
  expect(most()).toBe(8);
});

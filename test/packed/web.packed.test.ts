import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scriptedPrint } from './scripted.ts';

const server: Server = createServer((request, response) => {
  if (request.url?.startsWith('/search') === true) {
    const results = [{ title: 'Release 2', url: 'https://example.com/2', content: 'Faster.' }];
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ results }));
    return;
  }
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end('<nav>menu</nav><main><h1>Release 2</h1></main>');
});
let address = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const listening = server.address();
  address = `http://127.0.0.1:${typeof listening === 'object' ? listening?.port : 0}`;
});
afterAll(() => void server.close());

it('fetches a page and searches the web', async () => {
  const settings = JSON.stringify({
    permissions: { allow: ['WebFetch', 'WebSearch'] },
    web: { allowPrivate: ['127.0.0.1'], search: { backend: 'searxng', url: address } },
  });
  const fetched = { name: 'WebFetch', input: { url: `${address}/page`, prompt: '' } };
  const searched = { name: 'WebSearch', input: { query: 'release' } };
  const run = await scriptedPrint('What is new?', [fetched, searched, 'Done.'], {
    args: ['--settings', settings],
  });
  expect([run.status, run.stdout]).toEqual([0, 'Done.\n']);
  expect(run.requests[1]).toContain('# Release 2');
  expect(run.requests[1]).not.toContain('menu');
  expect(run.requests[2]).toContain('https://example.com/2');
});

it('starts a webhook of the settings, without showing its secret', async () => {
  const settings = JSON.stringify({
    permissions: { allow: ['RemoteTrigger(build)'] },
    web: { allowPrivate: ['127.0.0.1'] },
    triggers: { build: { url: `${address}/search`, headersFrom: { authorization: 'OPENAI_API_KEY' } } },
  });
  const found = { name: 'ToolSearch', input: { query: 'select:RemoteTrigger' } };
  const started = { name: 'RemoteTrigger', input: { action: 'run', trigger_id: 'build' } };
  const run = await scriptedPrint('Build.', [found, started, 'Done.'], { args: ['--settings', settings] });
  expect([run.status, run.stdout]).toEqual([0, 'Done.\n']);
  expect(run.requests[2]).toContain('https://example.com/2');
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@sluice/core';
import { expect, test } from 'vitest';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import {
  page,
  redirect,
  startWebServer,
  type WebServer,
} from '../../../../tools/test/web/support/web-server.ts';
import { parseLines } from '../exec/support/cli.ts';
import { calls, words } from './support/answers.ts';
import { printPlace, runPrint, STREAM, type PrintPlace } from './support/print.ts';

function place(server: { readonly address: string }, settings: object): PrintPlace {
  const made = printPlace(server);
  mkdirSync(join(made.home, '.sluice'), { recursive: true });
  writeFileSync(join(made.home, '.sluice/settings.json'), JSON.stringify(settings));
  return made;
}

const fetchOf = (url: string, prompt = ''): readonly [string, JsonObject] => ['WebFetch', { url, prompt }];

/** The texts of all results that the model has seen, in order. */
function resultsIn(stdout: string): readonly string[] {
  return parseLines(stdout)
    .filter(({ type }) => type === 'user')
    .map((message) => JSON.stringify(message));
}

const endOf = (stdout: string) => parseLines(stdout).find(({ type }) => type === 'result');

const site = (): Promise<WebServer> =>
  startWebServer({
    '/page': page('text/html', '<nav>menu</nav><main><h1>Release 2</h1><p>It is faster.</p></main>'),
    '/away': redirect('http://169.254.169.254/latest'),
  });

test('WebFetch answers from a page that a rule allows, with a small model whose cost counts', async () => {
  await using web = await site();
  await using server = await startModelServer([
    calls(fetchOf(web.url('/page'), 'What is new?'), fetchOf(web.url('/away')), fetchOf('http://10.0.0.1/')),
    words('It is faster, says the reader.'),
    words('Done.'),
  ]);
  const settings = {
    permissions: { allow: ['WebFetch(domain:127.0.0.1)', 'WebFetch(domain:10.0.0.1)'] },
    web: { allowPrivate: [web.host] },
  };
  const run = await runPrint(place(server, settings), 'go', ...STREAM);
  expect([run.status, run.stderr]).toEqual([0, '']);
  const [page1 = '', away = '', inside = ''] = resultsIn(run.stdout);
  expect(page1).toContain('It is faster, says the reader.');
  expect(away).toContain('redirects to another host: http://169.254.169.254/latest');
  expect(inside).toContain('10.0.0.1 is not public');
  const [, question] = server.requests.map(({ body }) => JSON.stringify(body));
  expect(question).toContain('# Release 2');
  expect(question).not.toContain('menu');
  expect(question).toContain('What is new?');
  expect(web.asked.toSorted()).toEqual(['/away', '/page']);
  expect(endOf(run.stdout)).toMatchObject({ modelUsage: { 'claude-sonnet-4-5': { inputTokens: 300 } } });
  expect(server.problems).toEqual([]);
});

test('WebFetch needs approval, and a deny rule for the host is final', async () => {
  await using web = await site();
  for (const [permissions, args, reason] of [
    [{}, [], /no rule allows the host 127\.0\.0\.1, and no one is available to approve it/],
    [
      { deny: ['WebFetch(domain:127.0.0.1)'] },
      ['--permission-mode', 'bypassPermissions'],
      /WebFetch\(domain:127/,
    ],
    [{ allow: ['WebFetch'], ask: ['WebFetch(domain:127.0.0.1)'] }, [], /no one is available to approve it/],
  ] as const) {
    await using server = await startModelServer([calls(fetchOf(web.url('/page'))), words('Done.')]);
    const settings = { permissions, web: { allowPrivate: ['127.0.0.1'] } };
    const { stdout } = await runPrint(place(server, settings), 'go', ...STREAM, ...args);
    expect(resultsIn(stdout)[0]).toMatch(reason);
    expect(endOf(stdout)).toMatchObject({ permission_denials: [{ tool_name: 'WebFetch' }] });
  }
  expect(web.asked).toEqual([]);
});

test('a project cannot open private addresses or choose the search service, and a wrong service is told', async () => {
  await using web = await site();
  await using server = await startModelServer([calls(fetchOf(web.url('/page'))), words('Done.')]);
  const made = place(server, {
    permissions: { allow: ['WebFetch'] },
    web: { search: { backend: 'brave' } },
  });
  mkdirSync(join(made.cwd, '.sluice'));
  const ofProject = { web: { allowPrivate: ['127.0.0.1'], search: { url: web.url('') } } };
  writeFileSync(join(made.cwd, '.sluice/settings.json'), JSON.stringify(ofProject));
  const { stdout, stderr } = await runPrint(made, 'go', ...STREAM);
  expect(resultsIn(stdout)[0]).toContain('is not public');
  expect(stderr).toContain('The WebSearch tool is not available: Searches with Brave need a key');
  expect(stdout).not.toContain('"WebSearch"');
  expect(web.asked).toEqual([]);
});

test('WebSearch asks the service of the settings', async () => {
  const hits = { results: [{ title: 'Release 2', url: 'https://example.com/2', content: 'Faster.' }] };
  await using web = await startWebServer({ '/search': page('application/json', JSON.stringify(hits)) });
  await using server = await startModelServer([
    calls(['WebSearch', { query: 'release 2', blocked_domains: ['other.example'] }]),
    words('Done.'),
  ]);
  const settings = {
    permissions: { allow: ['WebSearch'] },
    web: { search: { backend: 'searxng', url: web.url('') } },
  };
  const { stdout, stderr } = await runPrint(place(server, settings), 'go', ...STREAM);
  expect(stderr).toBe('');
  expect(resultsIn(stdout)[0]).toContain('https://example.com/2');
  expect(web.asked).toEqual(['/search?q=release+2&format=json']);
});

test.each<[string, readonly string[], boolean]>([
  ['nothing names it', [], false],
  ['--tools names it', ['--tools', 'WebSearch,Read'], true],
  ['a rule of the command line names it', ['--allowedTools', 'WebSearch'], true],
  ['--tools leaves it out', ['--tools', 'Read', '--allowedTools', 'WebSearch'], false],
])('without a search service, a call of WebSearch says how to configure one; %s', async (_, args, isSaid) => {
  await using server = await startModelServer([calls(['WebSearch', { query: 'release 2' }]), words('Done.')]);
  const { stdout, stderr } = await runPrint(place(server, {}), 'go', ...STREAM, ...args);
  const how = '"backend": "brave"';
  if (isSaid) expect(stderr).toContain(`The tool WebSearch is not available. No web search is configured.`);
  else expect(stderr).toBe('');
  expect(stderr.includes(how)).toBe(isSaid);
  const [result = ''] = resultsIn(stdout);
  if (args.includes('Read')) expect(result).toContain('There is no tool named');
  else
    expect(JSON.parse(result)).toMatchObject({
      message: { content: [{ content: expect.stringContaining(how) }] },
    });
});

test("WebSearch has the model's service search, if the settings say so, and its cost counts", async () => {
  const found = [{ type: 'web_search_result', url: 'https://example.com/3', title: 'Release 3' }];
  const blocks = [
    { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} },
    { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: found },
  ];
  const usage = { input_tokens: 40, output_tokens: 2 };
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], usage };
  const events = [
    { type: 'message_start', message },
    ...blocks.flatMap((block, index) => [
      { type: 'content_block_start', index, content_block: block },
      { type: 'content_block_stop', index },
    ]),
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage },
    { type: 'message_stop' },
  ];
  const raw = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  await using server = await startModelServer([
    calls(['WebSearch', { query: 'release 3', allowed_domains: ['example.com'] }]),
    { raw },
    words('Done.'),
  ]);
  const settings = { permissions: { allow: ['WebSearch'] }, web: { search: { backend: 'model' } } };
  const { stdout, stderr } = await runPrint(place(server, settings), 'go', ...STREAM);
  expect(stderr).toBe('');
  expect(resultsIn(stdout)[0]).toMatch(/Release 3.*https:\/\/example\.com\/3/s);
  expect(server.requests[1]?.body).toMatchObject({
    tools: [{ type: 'web_search_20250305', max_uses: 8, allowed_domains: ['example.com'] }],
  });
  expect(JSON.stringify(endOf(stdout)?.['modelUsage'])).toContain('40');
});

test('RemoteTrigger starts a webhook by a rule for its name, asks for any other, and changes settings never unasked', async () => {
  await using web = await startWebServer({
    '/deploy': (response, request) => page('text/plain', `for ${String(request.headers['x-key'])}`)(response),
  });
  const run = (id: string): readonly [string, JsonObject] => [
    'RemoteTrigger',
    { action: 'run', trigger_id: id },
  ];
  const body = { url: web.url('/new') };
  await using server = await startModelServer([
    calls(['ToolSearch', { query: 'select:RemoteTrigger' }]),
    calls(['RemoteTrigger', { action: 'list' }], run('deploy'), run('other')),
    calls(['RemoteTrigger', { action: 'create', trigger_id: 'new', body }]),
    words('Done.'),
  ]);
  const settings = {
    permissions: { allow: ['RemoteTrigger(deploy)'] },
    web: { allowPrivate: [web.host] },
    triggers: {
      deploy: { url: web.url('/deploy'), headersFrom: { 'x-key': 'DEPLOY_KEY' } },
      other: { url: web.url('/other') },
      broken: {},
    },
  };
  const made = place(server, settings);
  const env = { ...made.env, DEPLOY_KEY: 'very-secret' };
  const ran = await runPrint({ ...made, env }, 'go', '--permission-mode', 'bypassPermissions', ...STREAM);
  expect([ran.status, ran.stderr]).toEqual([
    0,
    expect.stringContaining('The trigger "broken" in your settings needs "url"'),
  ]);
  const shown = resultsIn(ran.stdout).join('\n');
  expect(shown).toContain('for [DEPLOY_KEY]');
  expect(JSON.stringify(endOf(ran.stdout)?.['permission_denials'])).toMatch(/"action":"create"/);
  expect(web.asked).toEqual(['/deploy', '/other']);

  await using second = await startModelServer([calls(run('other')), words('Done.')]);
  const asked = await runPrint(
    { ...place(second, settings), env: { ...env, ...place(second, settings).env } },
    'go',
    ...STREAM,
  );
  expect(JSON.stringify(endOf(asked.stdout)?.['permission_denials'])).toMatch(/"trigger_id":"other"/);
});

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, describe, it, onTestFinished } from 'vitest';
import type { JsonObject } from '@sluice/core';
import { hookHeaders } from '../../src/run/hook-headers.ts';
import { urlProblem } from '../../src/read/url-problem.ts';
import { makeWorld } from '../support/world.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

interface Server {
  readonly url: string;
  readonly requests: { readonly headers: IncomingMessage['headers']; readonly body: unknown }[];
}

/** A real server; it is gone after the test. */
async function serve(answer: Answer): Promise<Server> {
  const requests: Server['requests'] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      requests.push({ headers: request.headers, body: JSON.parse(body) });
      answer(request, response, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}/hook`, requests };
}

const says =
  (status: number, body: unknown): Answer =>
  (_, response) => {
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  };
const own = (fields: JsonObject): JsonObject => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', ...fields },
});
const settings = (url: string, more: JsonObject = {}, keys: JsonObject = {}): JsonObject => ({
  ...keys,
  hooks: { PreToolUse: [{ hooks: [{ type: 'http', url, ...more }] }] },
});
const USER = 'home/.sluice/settings.json';

it('a server has no exit code', async () => {
  const { url } = await serve(says(204, ''));
  const world = makeWorld();
  world.write(USER, settings(url));
  const { hooks } = await world.call({});
  expect(hooks).toMatchObject([
    { status: 'started' },
    { status: 'ended', outcome: 'ok', program: undefined },
  ]);
});

describe('what a server answers', () => {
  const deny = own({ permissionDecision: 'deny', permissionDecisionReason: 'not here' });
  const ROWS: [title: string, answer: Answer, blocked: string | undefined, notice?: RegExp][] = [
    ['2xx without a body: goes on', says(204, ''), undefined],
    ['2xx, JSON that denies', says(200, deny), 'not here'],
    ['another 2xx, JSON that denies', says(202, deny), 'not here'],
    ['2xx, other text: a failure', says(200, 'all is well'), undefined, /not a JSON object/],
    ['2xx, a list: a failure', says(200, '[1]'), undefined, /not a JSON object/],
    ['2xx, broken JSON: a failure', says(200, '{"a":'), undefined, /looks like JSON but isn't valid/],
    [
      '2xx, JSON of another event: a failure',
      says(200, { hookSpecificOutput: { hookEventName: 'Stop' } }),
      undefined,
      /must be "PreToolUse"/,
    ],
    ['403 alone never blocks', says(403, ''), undefined, /answered with status 403/],
    ['500 with JSON that denies: not read', says(500, deny), undefined, /answered with status 500/],
    [
      'more than 10 MiB',
      says(200, `{"systemMessage":"${'x'.repeat(11 * 1024 * 1024)}"}`),
      undefined,
      /more than 10 MiB/,
    ],
    [
      'a connection that breaks',
      (_, response) => void response.destroy(),
      undefined,
      /could not be reached \(socket hang up\)/,
    ],
  ];
  it.each(ROWS)('%s', async (_, answer, blocked, notice) => {
    const world = makeWorld();
    const server = await serve(answer);
    world.write(USER, settings(server.url));
    const told = await world.call();
    expect(told.outcome).toMatchObject(
      blocked === undefined ? { code: 'ok' } : { code: 'blocked-by-hook', reason: blocked },
    );
    expect(told.notices).toEqual(notice === undefined ? [] : [expect.stringMatching(notice)]);
  });

  const raw =
    (text_: string): Answer =>
    (_, { socket }) =>
      void socket?.end(text_);
  it.each<[title: string, answer: string, blocked: boolean, notice: RegExp | undefined]>([
    [
      'a change of protocol',
      'HTTP/1.1 101 S\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
      false,
      /status 101/,
    ],
    ['one to no protocol', 'HTTP/1.1 101 S\r\n\r\n', false, /answered with status 101/],
    [
      'no body, and yet an end of one',
      'HTTP/1.1 204 N\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      false,
      undefined,
    ],
    [
      'a byte more than it says',
      `HTTP/1.1 200 K\r\nContent-Length: ${JSON.stringify(deny).length}\r\n\r\n${JSON.stringify(deny)}x`,
      true,
      undefined,
    ],
  ])(
    '%s does not keep it waiting, and an answer that is whole counts',
    async (_, answer, blocked, notice) => {
      const world = makeWorld();
      const server = await serve(raw(answer));
      world.write(USER, settings(server.url));
      const told = await world.call();
      expect(told.outcome.code).toBe(blocked ? 'blocked-by-hook' : 'ok');
      expect(told.notices).toEqual(notice === undefined ? [] : [expect.stringMatching(notice)]);
    },
  );

  it('nobody listens: a failure, which denies only where the hook says so', async () => {
    const world = makeWorld();
    world.write(USER, settings('http://127.0.0.1:1/'));
    expect(await world.call()).toMatchObject({
      outcome: { code: 'ok' },
      notices: [expect.stringMatching(/could not be reached \(connect ECONNREFUSED/)],
    });
    world.write(USER, settings('http://127.0.0.1:1/', { onFailure: 'block' }));
    expect(await world.call()).toMatchObject({
      outcome: { code: 'blocked-by-hook', reason: expect.stringMatching(/onFailure.*ECONNREFUSED/) },
    });
  });

  it.each([
    ['nothing', () => {}],
    [
      'the beginning of an answer',
      (_: IncomingMessage, response: ServerResponse) => void response.write('{"continue"'),
    ],
  ])('%s until the timeout decides nothing, or denies where the hook says so', async (_, answer) => {
    const world = makeWorld();
    const server = await serve(answer);
    world.write(USER, settings(server.url, { timeout: 0.1 }));
    expect(await world.call()).toMatchObject({
      outcome: { code: 'ok' },
      notices: [expect.stringMatching(/did not respond within 0.1 s/)],
    });
    world.write(USER, settings(server.url, { timeout: 0.1, onTimeout: 'deny' }));
    expect(await world.call()).toMatchObject({ outcome: { code: 'blocked-by-hook' } });
  });

  it('a redirect is not followed: nothing reaches where it leads', async () => {
    const world = makeWorld();
    const elsewhere = await serve(says(200, {}));
    const server = await serve((_, response) => {
      response.writeHead(307, { Location: elsewhere.url }).end();
    });
    world.write(USER, settings(server.url));
    expect(await world.call()).toMatchObject({
      outcome: { code: 'ok' },
      notices: [expect.stringMatching(/status 307: redirects are not followed/)],
    });
    expect(elsewhere.requests).toEqual([]);
  });
});

describe('what a server is told', () => {
  it('the event as JSON, and headers with the variables that it may have', async () => {
    const world = makeWorld();
    const server = await serve(says(204, ''));
    const headers = { Authorization: 'Bearer $TOKEN', 'X-Other': '${SECRET}', 'X-Home': '$HOME' };
    const variables = { allowedEnvVars: ['TOKEN', 'SECRET'] };
    world.write(USER, settings(server.url, { headers, ...variables }, { httpHookAllowedEnvVars: ['TOKEN'] }));
    await world.call({
      input: { a: 1 },
      sessionContext: { env: { TOKEN: 'abc', SECRET: 'hidden', HOME: '/home' } },
    });
    expect(server.requests).toMatchObject([
      {
        headers: {
          'content-type': 'application/json',
          authorization: 'Bearer abc',
          'x-other': '',
          'x-home': '',
        },
        body: {
          hook_event_name: 'PreToolUse',
          tool_name: 'Probe',
          tool_input: { a: 1 },
          session_id: 'the-session',
        },
      },
    ]);
  });

  it('nothing, where no pattern allows its URL; an empty list allows none, a policy bounds all', async () => {
    const world = makeWorld();
    const server = await serve(says(204, ''));
    for (const [file, patterns] of [
      [USER, []],
      [USER, ['https://*']],
      ['managed/managed-settings.json', []],
    ] as const) {
      world.write(USER, settings(server.url));
      world.write(file, { ...(file === USER ? settings(server.url) : {}), allowedHttpHookUrls: patterns });
      expect((await world.call()).notices).toEqual([
        expect.stringMatching(/no pattern of "allowedHttpHookUrls" allows/),
      ]);
    }
    expect(server.requests).toEqual([]);
  });

  it('nothing, where a header can not be sent', async () => {
    const world = makeWorld();
    const server = await serve(says(204, ''));
    world.write(USER, settings(server.url, { headers: { 'X-A': '$LINES' }, allowedEnvVars: ['LINES'] }));
    const { notices } = await world.call({ sessionContext: { env: { LINES: 'a\r\nX-B: c' } } });
    expect(notices).toEqual([expect.stringMatching(/Invalid character in header content/)]);
    expect(server.requests).toEqual([]);
  });
});

describe('patterns of URLs', () => {
  const ROWS: [pattern: string, url: string, fits: boolean][] = [
    ['https://a.example/*', 'https://a.example/hook', true],
    ['https://a.example/*', 'https://A.Example/hook', true],
    ['https://a.example/*', 'https://a.example.evil/hook', false],
    ['https://a.example/*', 'https://a.example@evil/hook', false],
    ['https://a.example/*', 'https://evil/https://a.example/', false],
    ['https://a.example', 'https://a.example/', true],
    ['http://localhost:*/hook', 'http://localhost:8080/hook', true],
    ['http://localhost:*/hook', 'http://localhost:8080/other', false],
    ['*', 'http://anywhere/', true],
    ['*a*a*', 'http://b/', false],
    ['https://a*a', 'https://a/', false],
  ];
  it.each(ROWS)('%s and %s', (pattern, url, fits) => {
    expect(urlProblem(url, [pattern]) === undefined).toBe(fits);
  });

  it.each(['ftp://a/', 'file:///etc/passwd', 'a', ''])('%j is no place for a hook', (url) => {
    expect(urlProblem(url, undefined)).toMatch(/its "url" is/);
  });
});

it('variables are put in by name, and no text of theirs is read as a name again', () => {
  const headers = hookHeaders(
    { headers: [['a', '$A-${B}-$C-${D}$']], variables: ['A', 'B', 'C', '__proto__'] },
    ['A', 'B'],
    { A: '${B}', B: '$A', C: 'c', D: 'd' },
  );
  expect(headers).toEqual([['a', '${B}-$A--$']]);
});

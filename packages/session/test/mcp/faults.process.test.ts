import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withServer } from './support/with-server.ts';

describe('a call of a server that', () => {
  it.each([
    ['echo', { a: 1 }, 'ok', '{"a":1}'],
    ['refuse', {}, 'tool-error', 'refused the call (-32000): not today'],
    ['fail', {}, 'tool-error', 'it broke'],
    ['twice', {}, 'ok', 'first'],
    ['stray', {}, 'ok', 'asked'],
    ['invalid', {}, 'ok', 'after invalid'],
    ['junk', { mebibytes: 8 }, 'ok', 'after junk'],
    ['long', { mebibytes: 33 }, 'tool-error', 'longer than 32 MiB'],
    ['long', { mebibytes: 33, idFirst: true }, 'tool-error', 'longer than 32 MiB'],
    ['long', { mebibytes: 256 }, 'tool-error', 'longer than 32 MiB'],
    ['deep-result', {}, 'tool-error', 'nested more than 1000 deep'],
    ['deep-item', {}, 'tool-error', 'nested more than 1000 deep'],
    ['no-response', { in: { result: null } }, 'tool-error', 'neither a "result" object nor'],
    ['no-response', { in: { result: [1] } }, 'tool-error', 'neither a "result" object nor'],
    ['no-response', { in: { error: 'bad' } }, 'tool-error', 'neither a "result" object nor'],
    ['no-response', { in: {} }, 'tool-error', 'neither a "result" object nor'],
    [
      'no-response',
      { hasId: false, in: { error: { message: 'no' } } },
      'tool-error',
      'not read the request: no',
    ],
    ['content', { content: 'words' }, 'ok', /^words$/],
    ['content', { content: { a: 1 } }, 'ok', /^\{"a":1\}$/],
    ['content', { content: [7, { type: 'text', text: 7 }] }, 'ok', /^7\|\{"type":"text","text":7\}$/],
    ['content', { structuredContent: [1, 2] }, 'ok', /^\[1,2\]$/],
    [
      'content',
      { content: [{ type: 'text', text: '[1, 2]' }], structuredContent: [1, 2] },
      'ok',
      /^\[1, 2\]$/,
    ],
    ['empty', {}, 'ok', 'with no output'],
    ['odd', {}, 'ok', '{"type":"hologram","depth":3}'],
    ['structured', {}, 'ok', '{"answer":42}'],
    ['promised', { answer: 42 }, 'ok', /^done\|\{"answer":42\}$/],
    ['promised', { answer: 'x' }, 'ok', /^done\|.*\|Note: .* output schema: answer: must be an integer\.$/],
    ['promised', {}, 'ok', /^done\|Note: .* promises structured content, and the result has none\.$/],
    // The text says the same as what is structured: once is enough.
    ['both', {}, 'ok', /^\{ "b": \[1\], "a": 1 \}$/],
    ['audio', {}, 'ok', /^\[audio, audio\/wav, 4 bytes, saved to \/.*\.wav\]$/],
    ['no-image', {}, 'ok', /^\[image, image\/png, 5 bytes, saved to \/.*\.png\]$/],
    ['link', {}, 'ok', 'Resource link file:///a (a)|Resource file:///b:\nB'],
  ] as const)('answers %s %j: %s', async (tool, input, code, words) => {
    const { call, text } = await withServer({});
    expect((await call(tool, input)).outcome.code).toBe(code);
    expect(await text(tool, input)).toMatch(words);
    // Whatever came, the connection lives.
    expect(await text('echo')).toBe('{}');
  });

  it.each([
    ['exit', 'exited with code 3'],
    ['die', 'was killed by SIGKILL'],
    ['cry-and-exit', 'exited with code 4. Its last output:\nout of luck'],
  ])('dies in it (%s) fails, and the next call finds it alive', async (tool, words) => {
    const { call, text, mcp } = await withServer({});
    const before = await text('pid');
    expect(await text(tool)).toContain(words);
    expect((await call(tool)).outcome.code).toBe('tool-error');
    expect(mcp.status()).toMatchObject([
      { state: 'failed', reason: expect.stringContaining(words.slice(0, 15)) },
    ]);
    expect(await text('pid')).not.toBe(before);
    expect(mcp.status()).toMatchObject([{ state: 'connected' }]);
  });

  it.each([
    ['of lines', false],
    ['in one line', true],
  ])(
    'writes a gigabyte %s that is not protocol is ended, and the next call finds it alive',
    async (_how, isOneLine) => {
      const { text } = await withServer({});
      expect(await text('junk', { mebibytes: 1_024, isOneLine })).toContain('64 MiB');
      expect(await text('echo')).toBe('{}');
    },
  );

  it.each([
    [true, 'alive'],
    [false, 'The call may have had effects.'],
  ])('dies in a call that may be repeated is asked again if it is trusted (%s)', async (trust, words) => {
    const { cwd, text } = await withServer({ hasMore: true }, { trust });
    expect(await text('die-once', { mark: join(cwd, 'mark') })).toContain(words);
  });

  it('no longer reads what it is sent is done no harm by that, and neither are we', async () => {
    const { call, text, mcp } = await withServer({ hasMore: true }, { timeout: 1_000 });
    expect(await text('deaf')).toBe('deaf');
    for (let time = 0; time < 2; time += 1) expect((await call('echo')).outcome.code).not.toBe('ok');
    expect(mcp.status()).toHaveLength(1);
  });

  it('can not be started is named to a model that calls one of its tools, with the reason', async () => {
    const { text } = await withServer({}, { command: '/no/such/program', args: [] });
    expect(await text('echo')).toMatch(
      /^The tool "mcp__f__echo" is not available\. The MCP server "f" can't be used: .*\/no\/such\/program.*\. The user can check it: sluice mcp get f --mcp-config '…'$/,
    );
  });

  it('dies again and again is left alone after the third time', async () => {
    const { text } = await withServer({});
    for (let time = 0; time < 3; time += 1)
      expect(await text('exit')).toContain('will be restarted for its next call');
    expect(await text('exit')).toMatch(/may have had effects\. It has failed too often/);
    expect(await text('echo')).toMatch(/exited with code 3.*is not started again/s);
  });

  it.each([
    ['hang', 'never answers'],
    ['tick', 'reports progress for ever'],
  ])('%s: %s, and ends with its timeout', async (tool) => {
    const { call, text } = await withServer({ hasMore: true }, { timeout: 1_000 });
    expect((await call(tool)).outcome).toMatchObject({
      code: 'cancelled',
      reason: { kind: 'timeout', afterMs: 1_000 },
    });
    expect(await text('echo')).toBe('{}');
  });

  it('never answers is given up at once when it is canceled', async () => {
    const { runtime, text } = await withServer({ ignoresTerm: true });
    const run = runtime.run([{ id: 'c', name: 'mcp__f__hang', input: {} }]);
    const codes: string[] = [];
    for await (const event of run) {
      if (event.type === 'call-state' && event.status === 'executing') run.interrupt('user-cancel');
      if (event.type === 'tool-result') codes.push(event.outcome.code);
    }
    expect(codes).toEqual(['cancelled']);
    expect(await text('echo')).toBe('{}');
  });

  it('tells how far it is is heard', async () => {
    const { runtime } = await withServer({});
    const told: unknown[] = [];
    for await (const event of runtime.run([{ id: 'c', name: 'mcp__f__progress', input: {} }]))
      if (event.type === 'progress') told.push(event.data);
    expect(told.at(-1)).toMatchObject({ type: 'mcp-progress', progress: 3, total: 3 });
  });
});

describe('the list of a server that', () => {
  it('has odd tools costs those', async () => {
    const { mcp, runtime, call, text } = await withServer({ list: 'odd' });
    const [status] = mcp.status();
    expect(status?.tools).toEqual([
      'mcp__f__constructor',
      expect.stringMatching(/^mcp__f__a_b_[0-9a-f]{8}$/),
      expect.stringMatching(/^mcp__f__a_b_[0-9a-f]{8}$/),
      'mcp__f__echo',
      expect.stringMatching(/^mcp__f__no{46}_[0-9a-f]{8}$/),
      'mcp__f__uncompilable',
      'mcp__f__hidden',
      'mcp__f__choice',
    ]);
    expect(new Set(status?.tools).size).toBe(8);
    expect(status?.problems.join('\n')).toMatch(
      /not an object[^]*no name[^]*"no-schema" has no "inputSchema"[^]*the type "string"[^]*"deep" has more than 128[^]*Two tools[^]*"foreign" was skipped/,
    );
    const [, first = '', second = ''] = status?.tools ?? [];
    expect(status?.problems).toContain(
      `2 tools would be called mcp__f__a_b, so each gets a different name: "a.b" is ${first}, "a_b" is ${second}.`,
    );
    for (const [name, wireName] of [
      [first, 'a.b'],
      [second, 'a_b'],
    ] as const)
      expect(await text(name)).toBe(wireName);
    const description = runtime.pool.find('mcp__f__hidden')?.description;
    expect(description).toMatch(/^Adds up\. z+…$/);
    expect(Buffer.byteLength(String(description))).toBeLessThanOrEqual(2_048);
    // The model's form allows more than the server's schema, which is what counts.
    expect((await call('choice', { a: 'x', b: true, both: 1 })).outcome.code).toBe('invalid-input');
    expect((await call('uncompilable')).outcome.code).not.toBe('ok');
  });

  it('is longer than its entry wants has what that names', async () => {
    const tools = { include: ['pid', 'mcp__f__echo', 'echo', 'nothing'], exclude: ['pid'] };
    const { mcp, call } = await withServer({}, { tools });
    const problems = [
      /"mcp__f__echo", .*Did you mean echo\?$/,
      /"nothing", which it does not offer\. Correct/,
    ];
    expect(mcp.status()).toMatchObject([
      {
        state: 'connected',
        tools: ['mcp__f__echo'],
        problems: problems.map((problem) => expect.stringMatching(problem)),
      },
    ]);
    expect((await call('pid')).outcome.code).toBe('unknown-tool');
  });

  it.each([
    ['endless', 64, 'Only the first 64 pages'],
    ['repeats', 2, 'the same cursor twice'],
    ['throws', 0, 'tools/list failed: no list'],
  ] as const)('%s keeps what came', async (list, count, problem) => {
    const { mcp } = await withServer({ list });
    const [status] = mcp.status();
    expect(status?.state).toBe('connected');
    expect(status?.problems).toEqual([expect.stringContaining(problem)]);
    expect(status?.tools).toHaveLength(count);
  });

  it('fails at its second page keeps the first', async () => {
    const { mcp, text } = await withServer({ list: 'throws-later' });
    expect(mcp.status()).toMatchObject([{ problems: ['tools/list failed: no more'] }]);
    expect(await text('echo')).toBe('{}');
  });

  it.each([
    ['break-list', 'no list any more'],
    ['cut-list', 'no second page'],
  ])('can not be read again after a change stays as it was: %s', async (fault, why) => {
    const { mcp, runtime, text } = await withServer({ hasMore: true });
    const before = mcp.status()[0]?.tools;
    const { promise: isRead, resolve } = Promise.withResolvers<void>();
    mcp.onChange(resolve);
    await text(fault);
    await isRead;
    expect(mcp.status()).toMatchObject([
      {
        tools: before,
        problems: [expect.stringContaining(`new list can't be read: tools/list failed: ${why}.`)],
      },
    ]);
    expect(runtime.pool.find('mcp__f__echo')?.name).toBe('mcp__f__echo');
    expect(await text('echo')).toMatch(/^\{\}\|Note: .* The tool may no longer be as described\.$/);
  });

  it('gets a tool that is nested deeply costs that', async () => {
    const { mcp, text } = await withServer({});
    const { promise: isRead, resolve } = Promise.withResolvers<void>();
    mcp.onChange(resolve);
    await text('deepen');
    await isRead;
    expect(mcp.status()[0]?.problems).toEqual([expect.stringContaining('"deep" has more')]);
    expect(await text('echo')).toBe('{}');
  });

  it('changes every 10 ms is read anew a few times, and its news reach the pool', async () => {
    const { runtime, text } = await withServer({});
    const { promise: joined, resolve } = Promise.withResolvers<void>();
    runtime.pool.onChange(() => {
      if (runtime.pool.find('mcp__f__sometimes') !== undefined) resolve();
    });
    await text('storm');
    await joined;
    expect(Number(/\d+/.exec(await text('calm'))?.[0])).toBeLessThan(10);
  });
});

describe('a server that', () => {
  it('exits at its start has its secrets taken out of what is shown', async () => {
    const env = { API_KEY: 'configuration' };
    const { mcp } = await withServer({ start: 'exits' }, { env });
    expect(mcp.status()).toMatchObject([
      { reason: expect.stringContaining('Its last output:\nbad [redacted]: no key') },
    ]);
  });

  it('repeats a secret of its entry gives results without it', async () => {
    const { call } = await withServer({}, { env: { API_TOKEN: 'token-0123', TEAM: 'blue-team' } });
    const { result } = await call('say', { words: 'token-0123 of blue-team' });
    expect(JSON.stringify(result)).toContain('"[redacted] of blue-team"');
  });

  it.each([
    ['exits', 'Its last output:\nbad configuration: no key'],
    ['refuses', 'go away'],
    ['babbles', '64 MiB'],
  ] as const)('%s at its start has failed, with the reason', async (start, reason) => {
    const { mcp, text } = await withServer({ start });
    expect(mcp.status()).toMatchObject([{ state: 'failed', reason: expect.stringContaining(reason) }]);
    expect(mcp.unavailable()).toHaveLength(1);
    expect(await text('echo')).toContain('mcp__f__echo');
  });
});

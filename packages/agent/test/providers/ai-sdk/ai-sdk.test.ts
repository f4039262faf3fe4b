import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFakeClock, isJsonObject, type ModelMessage } from '@sluice/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CallOptions, SpecificationVersion } from '../../../src/providers/ai-sdk/language-model.ts';
import { openProvider } from '../../../src/providers/open-provider.ts';
import {
  assistantOf,
  eventsOf,
  lastFailure,
  open,
  requestOf,
  summary,
  userMessage,
} from '../../support/drive.ts';

interface Played {
  /** Each an answer's parts; a function is called for each request. */
  answer(options: CallOptions): readonly unknown[] | Promise<readonly unknown[]>;
}

/** What the packages of this test play by; packages and tests share one process. */
const players = new Map<string, Played>();
Reflect.set(globalThis, Symbol.for('sluice test players'), players);

const MODEL = `
const players = globalThis[Symbol.for('sluice test players')];
export const makeModel = (specificationVersion, settings) => (modelId) => ({
  specificationVersion, provider: 'test', modelId, supportedUrls: {},
  async doStream(options) {
    const parts = await players.get(modelId).answer({ ...options, settings });
    return { stream: new ReadableStream({ start(c) { for (const p of parts) c.enqueue(p); c.close(); } }) };
  },
  async doGenerate(options) { return (await players.get(modelId).answer({ ...options, settings }))[0]; },
});
`;

/** A project with one package: a default instance with its model's version, or a factory alone. */
function projectWith(
  source: string,
  name = 'test-provider',
  exported: unknown = { '.': { import: './index.js' } },
): string {
  const project = mkdtempSync(join(tmpdir(), 'sluice-ai-sdk-'));
  onTestFinished(() => rmSync(project, { recursive: true }));
  const root = join(project, 'node_modules', name);
  mkdirSync(root, { recursive: true });
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name, type: 'module', exports: exported }));
  writeFileSync(join(root, 'index.js'), `${MODEL}\n${source}`);
  return project;
}

let models = 0;

async function playing(version: SpecificationVersion, answer: Played['answer']) {
  models += 1;
  const model = `m${models}`;
  players.set(model, { answer });
  const cwd = projectWith(`export const test = { languageModel: makeModel('${version}') };`);
  const clock = createFakeClock();
  const provider = await open({ model: `ai-sdk:test-provider/${model}`, cwd, clock, random: () => 0 });
  return { provider, clock };
}

const NEW_USAGE = {
  inputTokens: { total: 100, noCache: 20, cacheRead: 70, cacheWrite: 10 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};
const OLD_USAGE = { inputTokens: 100, outputTokens: 5, totalTokens: 105, cachedInputTokens: 70 };

function finish(version: SpecificationVersion, reason: string): unknown {
  if (version === 'v2') return { type: 'finish', finishReason: reason, usage: OLD_USAGE };
  return { type: 'finish', finishReason: { unified: reason, raw: reason }, usage: NEW_USAGE };
}

const METADATA = { test: { signature: 'abc' } };

function wholeAnswer(version: SpecificationVersion): readonly unknown[] {
  return [
    { type: 'stream-start', warnings: [] },
    { type: 'response-metadata', id: 'r1', modelId: 'real' },
    { type: 'reasoning-start', id: '0' },
    { type: 'reasoning-delta', id: '0', delta: 'Let me ' },
    { type: 'reasoning-delta', id: '0', delta: 'think.' },
    { type: 'reasoning-end', id: '0', providerMetadata: METADATA },
    { type: 'text-start', id: '0' },
    { type: 'text-delta', id: '0', delta: 'Hi' },
    { type: 'text-end', id: '0', providerMetadata: { test: { item: 'i1' } } },
    { type: 'tool-input-start', id: 'c1', toolName: 'Read' },
    { type: 'tool-input-delta', id: 'c1', delta: '{"path":' },
    { type: 'tool-input-delta', id: 'c1', delta: '"a"}' },
    { type: 'tool-input-end', id: 'c1' },
    {
      type: 'tool-call',
      toolCallId: 'c1',
      toolName: 'Read',
      input: '{"path":"a"}',
      providerMetadata: METADATA,
    },
    { type: 'tool-call', toolCallId: 'c2', toolName: 'Read', input: '{"path":"b"}' },
    finish(version, 'tool-calls'),
  ];
}

describe.each(['v2', 'v3', 'v4'] as const)('a model of specification %s', (version) => {
  it('streams, and gets back what it wants to see again', async () => {
    const asked: CallOptions[] = [];
    const { provider } = await playing(version, (options) => {
      asked.push(options);
      return wholeAnswer(version);
    });
    const events = await eventsOf(provider);
    expect(summary(events)).toBe(
      'thinking; text Hi; other; call Read {"path":"a"}; other; call Read {"path":"b"}; tool_use',
    );
    expect(events[0]).toMatchObject({ type: 'message-start', id: 'r1', model: 'real' });
    expect(events.at(-1)).toMatchObject({
      usage:
        version === 'v2'
          ? { inputTokens: 30, outputTokens: 5, cacheReadTokens: 70, cacheWriteTokens: 0 }
          : { inputTokens: 20, outputTokens: 5, cacheReadTokens: 70, cacheWriteTokens: 10 },
    });
    const calls = events
      .flatMap((event) => (event.type === 'block-stop' ? [event.call] : []))
      .filter(Boolean);
    expect(calls).toEqual([
      { type: 'call', id: 'c1', name: 'Read', inputText: '{"path":"a"}' },
      { type: 'call', id: 'c2', name: 'Read', inputText: '{"path":"b"}' },
    ]);
    const image = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'AAAA' },
    } as const;
    const results: ModelMessage = {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'c1',
          content: [{ type: 'text', text: 'a' }, image],
          is_error: false,
        },
        { type: 'tool_result', tool_use_id: 'c2', content: 'no', is_error: true },
        { type: 'text', text: 'go on' },
        image,
      ],
    };
    // Through JSON, as a journal keeps it.
    const answer: ModelMessage = JSON.parse(JSON.stringify(assistantOf(events)));
    await eventsOf(
      provider,
      requestOf({ messages: [userMessage('hello'), answer, results], toolChoice: 'any' }),
    );
    const shown = version === 'v4' ? { type: 'data', data: 'AAAA' } : 'AAAA';
    const inResult = { v2: 'media', v3: 'image-data', v4: 'file' }[version];
    expect(asked[1]).toMatchObject({
      toolChoice: { type: 'required' },
      tools: [{ type: 'function', name: 'Read', inputSchema: { type: 'object' } }],
      maxOutputTokens: 16_000,
      prompt: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: [{ type: 'text', text: 'hello' }] },
        {
          role: 'assistant',
          content: [
            { type: 'reasoning', text: 'Let me think.', providerOptions: METADATA },
            { type: 'text', text: 'Hi', providerOptions: { test: { item: 'i1' } } },
            {
              type: 'tool-call',
              toolCallId: 'c1',
              toolName: 'Read',
              input: { path: 'a' },
              providerOptions: METADATA,
            },
            { type: 'tool-call', toolCallId: 'c2', toolName: 'Read', input: { path: 'b' } },
          ],
        },
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: 'c1',
              toolName: 'Read',
              output: {
                type: 'content',
                value: [
                  { type: 'text', text: 'a' },
                  { type: inResult, data: shown, mediaType: 'image/png' },
                ],
              },
            },
            {
              type: 'tool-result',
              toolCallId: 'c2',
              toolName: 'Read',
              output: { type: 'error-text', value: 'no' },
            },
          ],
        },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'go on' },
            { type: 'file', mediaType: 'image/png', data: shown },
          ],
        },
      ],
    });
  });

  it('answers at once where no stream is wanted', async () => {
    const { provider } = await playing(version, () => {
      const { finishReason, usage } = Object(finish(version, 'stop'));
      const content = [
        { type: 'reasoning', text: 'Hm.', providerMetadata: METADATA },
        { type: 'text', text: 'Hi' },
        { type: 'tool-call', toolCallId: 'c1', toolName: 'Read', input: '{"path":"a"}' },
      ];
      return [{ content, finishReason, usage, warnings: [] }];
    });
    const events = await eventsOf(provider, requestOf({ isStreamed: false }));
    expect(summary(events)).toBe('thinking; text Hi; call Read {"path":"a"}; tool_use');
  });
});

describe('what goes wrong', () => {
  it('cuts what is open where the stream ends early, and refuses its call', async () => {
    const { provider } = await playing('v3', () => wholeAnswer('v3').slice(0, 11));
    const events = await eventsOf(provider);
    expect(summary(events)).toMatch(/text Hi; other; cut call Read \{\}; failed stream-cut: /);
    const cut = events.find((event) => event.type === 'block-cut');
    expect(cut?.call?.isUnclosed).toBe(true);
  });

  it('asks again where the package failed before its answer, and tells no key', async () => {
    let asked = 0;
    models += 1;
    const model = `m${models}`;
    players.set(model, {
      answer() {
        asked += 1;
        if (asked > 1) return wholeAnswer('v4');
        const error = Object.assign(new Error('Slow down, sk-secret-123'), {
          statusCode: 429,
          isRetryable: true,
        });
        throw Object.assign(error, { responseHeaders: { 'retry-after': '7' } });
      },
    });
    const clock = createFakeClock();
    const cwd = projectWith(`export const test = { languageModel: makeModel('v4') };`);
    const env = { TEST_API_KEY: 'sk-secret-123' };
    const provider = await open({ model: `ai-sdk:test-provider/${model}`, cwd, env, clock });
    const events = await eventsOf(provider, requestOf(), { clock });
    expect(events[0]).toMatchObject({
      type: 'retry',
      delayMs: 7000,
      failure: { kind: 'rate-limit', status: 429 },
    });
    expect(JSON.stringify(events[0])).not.toContain('sk-secret');
    expect(events.at(-1)?.type).toBe('message-end');
  });

  it('tells what broke the stream where the answer as a whole fails as well', async () => {
    let asked = 0;
    const { provider } = await playing('v4', () => {
      asked += 1;
      if (asked === 1) return wholeAnswer('v4').slice(0, 8);
      throw Object.assign(new Error('Streams only.'), { isRetryable: false });
    });
    const broken = lastFailure(await eventsOf(provider));
    const both = lastFailure(await eventsOf(provider, requestOf({ isStreamed: false })));
    expect(broken.kind).toBe('stream-cut');
    expect(both.message).toBe(`${broken.message} Retried without streaming, it failed too: Streams only.`);
  });

  it('counts an answer of which only empty pieces come as broken off', async () => {
    const clock = createFakeClock();
    const { promise: isAsked, resolve: ask } = Promise.withResolvers<() => void>();
    const empty = { type: 'text-delta', id: '0', delta: '' };
    // A part is made when it is asked for.
    const stream = new ReadableStream({
      pull(controller) {
        const give = (): void => controller.enqueue(empty);
        ask(give);
        if (clock.now() > 0) give();
      },
    });
    models += 1;
    const model = `m${models}`;
    const cwd = projectWith(`export const test = { languageModel: (modelId) => ({
      specificationVersion: 'v4', modelId, doGenerate() {},
      doStream: async () => ({ stream: players.get(modelId).stream }),
    }) };`);
    players.set(model, Object.assign({ answer: () => [] }, { stream }));
    const env = { SLUICE_MAX_RETRIES: '0', SLUICE_STREAM_CONTENT_TIMEOUT_MS: '5000' };
    const provider = await open({ model: `ai-sdk:test-provider/${model}`, cwd, clock, env });
    const events = eventsOf(provider);
    const give = await isAsked;
    while (clock.untilNext === undefined) await new Promise((resolve) => setImmediate(resolve));
    clock.advance(5000);
    give();
    expect(lastFailure(await events).message).toMatch(/no content for 5 s/);
  });

  it('ends when it is aborted, whatever the package does', async () => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<AbortSignal>();
    const { provider } = await playing('v4', ({ abortSignal }) => {
      ask(abortSignal);
      return new Promise(() => undefined);
    });
    const controller = new AbortController();
    const events = eventsOf(provider, requestOf(), { signal: controller.signal });
    const signal = await asked;
    controller.abort();
    expect(lastFailure(await events).kind).toBe('aborted');
    expect(signal.aborted).toBe(true);
  });

  it('gives up on a package that says nothing', async () => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    models += 1;
    const model = `m${models}`;
    players.set(model, {
      answer() {
        ask();
        return new Promise(() => undefined);
      },
    });
    const clock = createFakeClock();
    const cwd = projectWith(`export const test = { languageModel: makeModel('v4') };`);
    const env = { SLUICE_MAX_RETRIES: '0' };
    const provider = await open({ model: `ai-sdk:test-provider/${model}`, cwd, env, clock });
    const events = eventsOf(provider);
    await asked;
    while (clock.untilNext === undefined) await new Promise((resolve) => setImmediate(resolve));
    clock.advance(600_000);
    expect(lastFailure(await events)).toMatchObject({ kind: 'timeout' });
  });

  it('passes back what the provider did by itself', async () => {
    const parts = [
      { type: 'tool-call', toolCallId: 's1', toolName: 'search', input: '{"q":"x"}', providerExecuted: true },
      { type: 'tool-result', toolCallId: 's1', toolName: 'search', result: ['found'] },
      finish('v4', 'stop'),
    ];
    const asked: CallOptions[] = [];
    const { provider } = await playing('v4', (options) => {
      asked.push(options);
      return parts;
    });
    const events = await eventsOf(provider);
    expect(summary(events)).toBe('other; other; end_turn');
    await eventsOf(
      provider,
      requestOf({ messages: [userMessage('a'), assistantOf(events), userMessage('b')] }),
    );
    expect(asked[1]?.prompt[2]).toEqual({
      role: 'assistant',
      content: [
        {
          type: 'tool-call',
          toolCallId: 's1',
          toolName: 'search',
          input: { q: 'x' },
          providerExecuted: true,
        },
        {
          type: 'tool-result',
          toolCallId: 's1',
          toolName: 'search',
          output: { type: 'json', value: ['found'] },
        },
      ],
    });
  });
});

describe('loading', () => {
  const FACTORY = `export const createTest = (settings) =>
    Object.assign(() => {}, { languageModel: makeModel('v3', settings) });`;
  const INSTANCE = `export const test = { languageModel: makeModel('v3', 'own') };`;
  const OPENAI = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: 'http://o:1/v1' };
  const made = { name: 'test-provider', includeUsage: true };

  it.each<[string, string, string | undefined, unknown]>([
    ['a factory alone', FACTORY, undefined, { ...made, baseURL: 'http://o:1/v1', apiKey: 'k' }],
    [
      'a factory alone and an address',
      FACTORY,
      'http://h:1',
      { ...made, baseURL: 'http://h:1', apiKey: 'k' },
    ],
    ['a provider of its own', `${INSTANCE}${FACTORY}`, undefined, 'own'],
    [
      'a provider of its own and an address',
      `${INSTANCE}${FACTORY}`,
      'http://h:1',
      { ...made, baseURL: 'http://h:1' },
    ],
  ])(
    'gives a key for compatible servers to no package with another: %s',
    async (_, source, baseUrl, expected) => {
      models += 1;
      const model = `m${models}`;
      const asked: unknown[] = [];
      players.set(model, {
        answer(options) {
          asked.push(Reflect.get(options, 'settings'));
          return wholeAnswer('v3');
        },
      });
      const cwd = projectWith(source, '@scope/test-provider', './index.js');
      const provider = await open({
        model: `ai-sdk:@scope/test-provider/${model}`,
        cwd,
        env: OPENAI,
        baseUrl,
      });
      expect((await eventsOf(provider)).at(-1)?.type).toBe('message-end');
      expect(asked).toEqual([expected]);
    },
  );

  it('sends nothing to a package that can not be given the address', async () => {
    const cwd = projectWith(INSTANCE);
    const opened = await openProvider({
      model: 'ai-sdk:test-provider/x',
      baseUrl: 'http://h:1',
      cwd,
      env: {},
    });
    expect(opened.ok ? '' : opened.message).toMatch(/test-provider can't use another address/);
  });

  it.each([
    [{ '.': {} }, /could not create a model: .*test-provider/],
    [{ '.': { import: './gone.js' } }, /could not create a model: .*gone\.js/],
  ])('tells why a package with the exports %j can not be loaded', async (exported, expected) => {
    const cwd = projectWith(INSTANCE, 'test-provider', exported);
    rmSync(join(cwd, 'node_modules/test-provider/index.js'));
    const opened = await openProvider({ model: 'ai-sdk:test-provider/x', cwd, env: {} });
    expect(opened.ok ? '' : opened.message).toMatch(expected);
  });

  it.each([
    ['ai-sdk:not-there/x', /not-there is not installed .*npm install not-there$/],
    ['ai-sdk:test-provider/x', /use the specification "v9"; supported are v2, v3 and v4/],
    ['ai-sdk:test-provider', /does not name a package and a model/],
    ['ai-sdk:../evil/x', /does not name a package and a model/],
    ['ai-sdk:@a/x', /does not name a package and a model/],
  ])('tells why %s gives no model', async (model, expected) => {
    const cwd = projectWith(`export const test = { languageModel: makeModel('v9') };`);
    const opened = await openProvider({ model, cwd, env: {} });
    expect(opened.ok ? '' : opened.message).toMatch(expected);
  });

  it('runs no package because of a settings file', async () => {
    const cwd = projectWith(`throw new Error('ran');`);
    const opened = await openProvider({ settings: { model: 'ai-sdk:test-provider/x' }, cwd, env: {} });
    expect(opened.ok ? '' : opened.message).toMatch(
      /Confirm it yourself: pass --model ai-sdk:test-provider\/x/,
    );
    expect(isJsonObject(opened)).toBe(true);
  });
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFakeClock, type ModelEvent, type ModelMessage } from '@sluice/core';
import { expect, it, onTestFinished } from 'vitest';
import { openProvider } from '../../src/providers/open-provider.ts';
import {
  assistantOf,
  eventsOf,
  lastFailure,
  open,
  requestOf,
  summary,
  userMessage,
} from '../support/drive.ts';
import { startModelServer } from '../support/model-server/start-model-server.ts';

function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'sluice-replay-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  return directory;
}

/** An API that gives calls no ids has them made anew. */
function withoutMadeIds(events: readonly ModelEvent[]): unknown {
  return JSON.parse(JSON.stringify(events), (key, value: unknown) => (key === 'id' ? 'id' : value));
}

const QUICK = { SLUICE_REPLAY_SPEED: '0' };

const SERVICES = ['anthropic', 'openai-chat', 'openai-responses', 'gemini'] as const;

it.each(SERVICES.flatMap((service) => [true, false].map((isStreamed) => [service, isStreamed] as const)))(
  'plays what was recorded of %s: the same events, failures and retries too, streamed: %s',
  async (service, isStreamed) => {
    const cwd = temporaryDirectory();
    const server = await startModelServer([
      { status: 503 },
      {
        content: [
          { type: 'thinking', text: 'Hm.' },
          { type: 'call', name: 'Read', input: { path: 'ä€🙂' } },
        ],
        chunkBytes: 11,
      },
      { content: [{ type: 'text', text: 'Done.' }] },
      { status: 401, error: { type: 'authentication_error', message: 'No.' } },
    ]);
    onTestFinished(() => server.close());
    const key = 'sk-test-0123456789';
    const keys = { ANTHROPIC_API_KEY: key, OPENAI_API_KEY: key, GEMINI_API_KEY: key };
    const clock = createFakeClock();
    const steady = { clock, random: () => 0 };
    const env = { ...keys, SLUICE_RECORD: 'r.jsonl' };
    const live = await open({ model: `${service}/test`, baseUrl: server.address, cwd, env, ...steady });
    const replayed = await open({ model: 'replay:r.jsonl', cwd, env: QUICK, ...steady }).catch(
      () => undefined,
    );
    expect(replayed).toBeUndefined();

    const first = await eventsOf(live, requestOf({ isStreamed }), { clock });
    const answer = assistantOf(first);
    const result = { type: 'tool_result', tool_use_id: '', content: 'x', is_error: false } as const;
    const calls =
      answer.role === 'assistant' ? answer.content.filter((block) => block.type === 'tool_use') : [];
    const results: ModelMessage = {
      role: 'user',
      content: calls.map(({ id }) => ({ ...result, tool_use_id: id })),
    };
    const messages = [userMessage('hello'), answer, results];
    const second = await eventsOf(live, requestOf({ messages, isStreamed }));
    const third = await eventsOf(live, requestOf({ messages, isStreamed }));
    expect(server.problems).toEqual([]);

    const provider = await open({ model: 'replay:r.jsonl', cwd, env: QUICK, ...steady });
    expect(provider).toMatchObject({ isRecording: true, api: service, model: 'replay:r.jsonl' });
    expect(withoutMadeIds(await eventsOf(provider))).toEqual(withoutMadeIds(first));
    expect(withoutMadeIds(await eventsOf(provider))).toEqual(withoutMadeIds(second));
    expect(lastFailure(await eventsOf(provider)).kind).toBe(lastFailure(third).kind);
    expect(lastFailure(await eventsOf(provider))).toMatchObject({
      kind: 'invalid-request',
      isRetryable: false,
      message: expect.stringMatching(/has ended: it contains 4 responses/),
    });
    const text = readFileSync(join(cwd, 'r.jsonl'), 'utf8');
    expect(text).not.toContain(key);
    expect(text).not.toContain('hello');
  },
);

const TIMED = [
  '{"sluiceRecording":1,"comment":"by hand"}',
  JSON.stringify({
    api: 'openai-chat',
    status: 200,
    chunks: [
      [3000, 'data: {"choices":[{"delta":{"content":"One"}}]}\n\n'],
      [1000, 'data: {"choices":[{"delta":{"content":" two"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'],
    ],
  }),
].join('\n');

it.each([
  [undefined, 3000, 1000],
  ['2', 1500, 500],
  ['0.5', 6000, 2000],
  ['fast', 3000, 1000],
])('keeps the times of a recording at the speed %s', async (speed, first, second) => {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, 'r.jsonl'), TIMED);
  const clock = createFakeClock();
  const warnings: string[] = [];
  const env = speed === undefined ? {} : { SLUICE_REPLAY_SPEED: speed };
  const warn = (text: string): unknown => warnings.push(text);
  const provider = await open({ model: 'replay:r.jsonl', cwd, env, clock, warn });
  const events = eventsOf(provider);
  for (const wait of [first, second]) {
    while (clock.untilNext === undefined) await new Promise((resolve) => setImmediate(resolve));
    expect(clock.untilNext).toBe(wait);
    clock.advance(wait);
  }
  expect(summary(await events)).toBe('text One two; end_turn');
  expect(warnings.length).toBe(speed === 'fast' ? 1 : 0);
});

it('ends a wait of a recording at once when it is aborted', async () => {
  const cwd = temporaryDirectory();
  writeFileSync(join(cwd, 'r.jsonl'), TIMED);
  const clock = createFakeClock();
  const provider = await open({ model: 'replay:r.jsonl', cwd, clock });
  const controller = new AbortController();
  const events = eventsOf(provider, requestOf(), { signal: controller.signal });
  while (clock.untilNext === undefined) await new Promise((resolve) => setImmediate(resolve));
  controller.abort();
  expect(lastFailure(await events).kind).toBe('aborted');
  expect(clock.pendingTimers).toBe(0);
});

it('plays raw streams of one API, several answers one after the other', async () => {
  const cwd = temporaryDirectory();
  const answer = (text: string): string =>
    `data: {"choices":[{"delta":{"content":"${text}"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n`;
  writeFileSync(join(cwd, 'r.sse'), `${answer('One')}${answer('Two')}`);
  const provider = await open({ model: 'replay:r.sse', cwd });
  expect(summary(await eventsOf(provider))).toBe('text One; end_turn');
  expect(summary(await eventsOf(provider))).toBe('text Two; end_turn');
  expect(lastFailure(await eventsOf(provider)).message).toContain('has ended');
});

it('plays raw streams of the Interactions API, with and without the mark at their end', async () => {
  const cwd = temporaryDirectory();
  const answer = (text: string): string =>
    [
      { event_type: 'interaction.created', interaction: { id: text } },
      { event_type: 'step.start', index: 0, step: { type: 'model_output' } },
      { event_type: 'step.delta', index: 0, delta: { type: 'text', text } },
      { event_type: 'step.stop', index: 0 },
      { event_type: 'interaction.completed', interaction: { status: 'completed' } },
    ]
      .map((event) => `data: ${JSON.stringify(event)}\n\n`)
      .join('');
  writeFileSync(join(cwd, 'r.sse'), `${answer('One')}event: done\ndata: [DONE]\n\n${answer('Two')}`);
  const provider = await open({ model: 'replay:r.sse', cwd });
  expect(summary(await eventsOf(provider))).toBe('text One; end_turn');
  expect(summary(await eventsOf(provider))).toBe('text Two; end_turn');
  expect(lastFailure(await eventsOf(provider)).message).toContain('has ended');
});

it.each([
  ['missing.jsonl', undefined, /missing\.jsonl cannot be played: ENOENT/],
  ['a.txt', 'hello', /a\.txt cannot be played: it is neither a recording \(SLUICE_RECORD\) nor a stream/],
])('says why %s cannot be played', async (name, text, expected) => {
  const cwd = temporaryDirectory();
  if (text !== undefined) writeFileSync(join(cwd, name), text);
  const opened = await openProvider({ model: `replay:${name}`, cwd, env: {} });
  expect(opened.ok ? '' : opened.message).toMatch(expected);
});

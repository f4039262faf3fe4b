import { describe, expect, it } from 'vitest';
import { endsOf, lastOf, read } from './read.ts';

type Piece = Readonly<Record<string, unknown>>;

const chunk = (delta: object, reason?: string, more: object = {}) => ({
  id: 'c1',
  choices: [{ index: 0, delta, finish_reason: reason ?? null }],
  ...more,
});
const calls = (...pieces: readonly Piece[]) => chunk({ tool_calls: pieces });
const work = (name: string | undefined, input?: unknown): Piece => ({ name, arguments: input });
const end = [chunk({}, 'tool_calls'), '[DONE]'];
const a = { n: 1 };
const b = { n: 2 };
const textOf = (value: object): string => JSON.stringify(value);

describe('the calls of a stream of Chat Completions', () => {
  it.each([
    [
      'without index',
      [
        calls({ id: 'x', function: work('A', textOf(a)) }),
        calls({ id: 'y', function: work('B', textOf(b)) }),
      ],
      ['x', 'y'],
    ],
    [
      'without index, in pieces',
      [
        calls({ id: 'x', function: work('A', '{"n"') }),
        calls({ function: work(undefined, ':1}') }),
        calls({ id: 'y', function: work('B', textOf(b)) }),
      ],
      ['x', 'y'],
    ],
    [
      'whole in one chunk',
      [
        calls(
          { id: 'x', index: 0, function: work('A', textOf(a)) },
          { id: 'y', index: 1, function: work('B', textOf(b)) },
        ),
      ],
      ['x', 'y'],
    ],
    [
      'whole in one chunk, without index or id',
      [calls({ function: work('A', textOf(a)) }, { function: work('B', textOf(b)) })],
      ['sluice_c1_0', 'sluice_c1_1'],
    ],
    [
      'all with the index 0',
      [
        calls({ id: 'x', index: 0, function: work('A', textOf(a)) }),
        calls({ id: 'y', index: 0, function: work('B', textOf(b)) }),
      ],
      ['x', 'y'],
    ],
    [
      'all with the index 0 and without id',
      [
        calls({ index: 0, function: work('A', textOf(a)) }),
        calls({ index: 0, function: work('B', textOf(b)) }),
      ],
      ['sluice_c1_0', 'sluice_c1_1'],
    ],
    [
      'with one id',
      [
        calls({ id: 'x', index: 0, function: work('A', textOf(a)) }),
        calls({ id: 'x', index: 1, function: work('B', textOf(b)) }),
      ],
      ['x', 'sluice_c1_1'],
    ],
    [
      'with empty ids',
      [
        calls({ id: '', index: 0, function: work('A', textOf(a)) }),
        calls({ id: '', index: 1, function: work('B', textOf(b)) }),
      ],
      ['sluice_c1_0', 'sluice_c1_1'],
    ],
    [
      'with a new id in each piece',
      [
        calls({ id: 'x', index: 0, function: work('A', '{"n"') }),
        calls({ id: 'x2', index: 0, function: work(undefined, ':1}') }),
        calls({ id: 'y', index: 1, function: work('B', textOf(b)) }),
      ],
      ['x', 'y'],
    ],
    [
      'with the name in each piece',
      [
        calls({ id: 'x', index: 0, function: work('A', '{"n"') }),
        calls({ index: 0, function: work('A', ':1}') }),
        calls({ id: 'y', index: 1, function: work('B', textOf(b)) }),
      ],
      ['x', 'y'],
    ],
    [
      'with an input that is not text',
      [
        calls({ id: 'x', index: 0, function: work('A', a) }),
        calls({ id: 'y', index: 1, function: work('B', b) }),
      ],
      ['x', 'y'],
    ],
    [
      'announced before their inputs',
      [
        calls({ id: 'x', index: 0, function: work('A', '') }),
        calls({ id: 'y', index: 1, function: work('B', '') }),
        calls({ index: 1, function: work(undefined, textOf(b)) }),
        calls({ index: 0, function: work(undefined, textOf(a)) }),
      ],
      ['x', 'y'],
    ],
  ])('that come %s', (_, chunks, [first, second]) => {
    expect(endsOf(read('openai-chat', [...chunks, ...end]))).toEqual([
      [first, 'A', a],
      [second, 'B', b],
    ]);
  });

  it('close when the next one begins', () => {
    const events = read('openai-chat', [
      calls({ id: 'x', index: 0, function: work('A', textOf(a)) }),
      calls({ id: 'y', index: 1, function: work('B', '{') }),
    ]);
    expect(endsOf(events)).toEqual([
      ['x', 'A', a],
      ['cut', 'y'],
    ]);
    expect(lastOf(events)).toMatchObject({
      type: 'failed',
      failure: { kind: 'stream-cut', isRetryable: true },
    });
  });

  it('have a name that comes in pieces, and one in the form of old', () => {
    const pieces = [
      calls({ id: 'x', index: 0, function: work('Re') }),
      calls({ index: 0, function: work('ad') }),
    ];
    expect(endsOf(read('openai-chat', [...pieces, ...end]))).toEqual([['x', 'Read', {}]]);
    const old = chunk({ function_call: work('Read', '{}') });
    expect(endsOf(read('openai-chat', [old, chunk({}, 'function_call')]))).toEqual([
      ['sluice_c1_0', 'Read', {}],
    ]);
  });

  it.each(['length', 'content_filter'])('are refused where the model was stopped by %s', (reason) => {
    const events = read('openai-chat', [
      calls({ id: 'x', index: 0, function: work('A', '') }),
      chunk({}, reason),
    ]);
    expect(endsOf(events)).toEqual([['cut', 'x']]);
  });

  it('are refused where an event is lost, also those of which only the name has come', () => {
    const chunks = [calls({ id: 'x', index: 0, function: work('A', '') }), '{', ...end];
    expect(endsOf(read('openai-chat', chunks))).toEqual([['cut', 'x']]);
  });

  it('take no piece that belongs to none of them', () => {
    const closed = [
      calls({ id: 'x', index: 0, function: work('A', '{}') }),
      calls({ id: 'y', index: 1, function: work('B', '{}') }),
    ];
    const events = read('openai-chat', [
      ...closed,
      calls({ index: 0, function: work(undefined, '1') }),
      ...end,
    ]);
    expect(endsOf(events)).toEqual([
      ['x', 'A', {}],
      ['y', 'B', {}],
    ]);
    expect(events).toContainEqual(expect.objectContaining({ type: 'problem', code: 'not-a-message' }));
  });
});

describe('a stream of Chat Completions', () => {
  it.each([
    ['stop', 'end_turn'],
    ['length', 'max_tokens'],
    ['content_filter', 'refusal'],
    ['weird', 'other: weird'],
  ])('that ends with %s ends as %s', (reason, stopReason) => {
    const events = read('openai-chat', [chunk({ content: 'x' }), chunk({}, reason)]);
    expect(lastOf(events)).toMatchObject({ type: 'message-end', stopReason });
  });

  it('counts what came from the cache apart', () => {
    const usage = { prompt_tokens: 10, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 8 } };
    const events = read('openai-chat', [
      chunk({ content: 'x' }, 'stop'),
      { id: 'c1', choices: [], usage },
      '[DONE]',
    ]);
    expect(lastOf(events)).toMatchObject({
      usage: { inputTokens: 2, outputTokens: 3, cacheReadTokens: 8, cacheWriteTokens: 0 },
    });
  });

  it('keeps thinking in the fields by which it goes back', () => {
    const details = (text: string) => [{ type: 'reasoning.text', index: 0, text }];
    const events = read('openai-chat', [
      chunk({ reasoning_content: 'I ' }),
      chunk({ reasoning_content: 'think' }),
      chunk({ content: 'x' }),
      chunk({ reasoning: 'so', reasoning_details: details('s') }),
      chunk({ reasoning: '!', reasoning_details: details('o') }),
      chunk({}, 'stop'),
    ]);
    expect(endsOf(events)).toEqual([
      { reasoning_content: 'I think' },
      'x',
      { reasoning: 'so!', reasoning_details: [{ type: 'reasoning.text', index: 0, text: 'so' }] },
    ]);
  });

  it('gives a refusal as text', () => {
    const events = read('openai-chat', [chunk({ refusal: 'I will not.' }), chunk({}, 'stop')]);
    expect(endsOf(events)).toEqual(['I will not.']);
    expect(lastOf(events)).toMatchObject({ stopReason: 'refusal' });
  });

  it.each([
    [{ error: { message: 'slow down', code: 'rate_limit_exceeded' } }, 'rate-limit', true],
    [{ error: { message: 'This is longer than the maximum context length', code: 400 } }, 'too-long', false],
    [{ error: 'out of memory' }, 'server', true],
    [{ error: { message: 'there is no such model', type: 'api_error' } }, 'not-found', false],
    [{ object: 'error', message: 'bad', code: 400 }, 'invalid-request', false],
  ])('that brings the error %j fails', (error, kind, isRetryable) => {
    const events = read('openai-chat', [calls({ id: 'x', index: 0, function: work('A', '{}') }), error]);
    expect(endsOf(events)).toEqual([['cut', 'x']]);
    expect(lastOf(events)).toMatchObject({ type: 'failed', failure: { kind, isRetryable } });
  });

  it('that goes on after an end is the next message', () => {
    const other = { ...chunk({ content: 'b' }, 'stop'), id: 'c2' };
    const events = read('openai-chat', [chunk({ content: 'a' }, 'stop'), other]);
    expect(events.filter(({ type }) => type === 'message-end')).toHaveLength(2);
    expect(endsOf(events)).toEqual(['a', 'b']);
  });

  it('keeps no more of a block than the cap', () => {
    const pieces = Array.from({ length: 30 }, () =>
      calls({ index: 0, id: 'x', function: work('A', ' '.repeat(40)) }),
    );
    const events = read('openai-chat', [...pieces, ...end], { maxEventBytes: 300 });
    expect(endsOf(events)).toEqual([['cut', 'x']]);
    expect(events.filter(({ type }) => type === 'problem')).toHaveLength(1);
  });
});

import { describe, expect, it } from 'vitest';
import { endsOf, lastOf, read } from './read.ts';

describe('a stream of the Responses API', () => {
  const created = { type: 'response.created', response: { id: 'r', model: 'm' } };
  const call = { type: 'function_call', call_id: 'x', name: 'A', arguments: '' };
  const added = { type: 'response.output_item.added', output_index: 0, item: call };
  const done = (more: object) => ({
    type: 'response.output_item.done',
    output_index: 0,
    item: { ...call, ...more },
  });
  const completed = (more: object = {}) => ({
    type: 'response.completed',
    response: { output: [], ...more },
  });
  const delta = { type: 'response.function_call_arguments.delta', output_index: 0, delta: '{"n":' };

  it.each([
    [
      'the whole input at the end',
      [created, added, delta, done({ arguments: '{"n":1}' }), completed()],
      [['x', 'A', { n: 1 }]],
    ],
    ['an item without its start', [created, done({ arguments: '{}' }), completed()], [['x', 'A', {}]]],
    [
      'an item in the whole response alone',
      [completed({ id: 'r', output: [{ ...call, arguments: '{}' }] })],
      [['x', 'A', {}]],
    ],
    [
      'an item both alone and in the whole response',
      [created, added, done({ arguments: '{}' }), completed({ output: [{ ...call, arguments: '{}' }] })],
      [['x', 'A', {}]],
    ],
    [
      'an item that the limit has cut off',
      [created, added, done({ arguments: '', status: 'incomplete' }), completed()],
      [['cut', 'x']],
    ],
    ['an item that is never done', [created, added, delta, completed()], [['cut', 'x']]],
    [
      'an item of which a part was lost',
      [created, added, '{', done({ arguments: '{}' }), completed()],
      [['cut', 'x']],
    ],
  ])('takes %s', (_, chunks, expected) => {
    expect(endsOf(read('openai-responses', chunks))).toEqual(expected);
  });

  it.each([
    [completed(), 'end_turn'],
    [
      { type: 'response.incomplete', response: { incomplete_details: { reason: 'max_output_tokens' } } },
      'max_tokens',
    ],
    [
      { type: 'response.incomplete', response: { incomplete_details: { reason: 'content_filter' } } },
      'refusal',
    ],
    [{ type: 'response.incomplete', response: { incomplete_details: { reason: 'odd' } } }, 'other: odd'],
  ])('that ends with %j ends as %s', (last, stopReason) => {
    expect(lastOf(read('openai-responses', [created, last]))).toMatchObject({
      type: 'message-end',
      stopReason,
    });
  });

  it('gives a refusal as text', () => {
    const refusal = { type: 'response.refusal.delta', output_index: 0, content_index: 0, delta: 'No.' };
    const item = { type: 'message', content: [{ type: 'refusal', refusal: 'No.' }] };
    const events = read('openai-responses', [created, refusal, done(item), completed()]);
    expect(endsOf(events)).toEqual(['No.']);
    expect(lastOf(events)).toMatchObject({ stopReason: 'refusal' });
  });

  it.each([
    [
      { type: 'response.failed', response: { error: { code: 'server_error', message: 'x' } } },
      'server',
      true,
    ],
    [
      { type: 'response.failed', response: { error: { code: 'rate_limit_exceeded', message: 'x' } } },
      'rate-limit',
      true,
    ],
    [{ type: 'error', code: 'context_length_exceeded', message: 'x' }, 'too-long', false],
    [{ type: 'response.failed', response: {} }, 'server', true],
  ])('that brings %j fails', (last, kind, isRetryable) => {
    const events = read('openai-responses', [created, added, last]);
    expect(endsOf(events)).toEqual([['cut', 'x']]);
    expect(lastOf(events)).toMatchObject({ type: 'failed', failure: { kind, isRetryable } });
  });
});

describe('a stream of Gemini', () => {
  const chunk = (parts: object[], finishReason?: string, more: object = {}) => ({
    candidates: [{ content: { parts }, finishReason }],
    ...more,
  });

  it('makes ids of its own where answers have none, told apart by the prefix', () => {
    const part = { functionCall: { name: 'A', args: { n: 1 } } };
    const events = read('gemini', [chunk([part, part], 'STOP')], { callIdPrefix: '7-' });
    expect(endsOf(events)).toEqual([
      ['sluice_7-1_0', 'A', { n: 1 }],
      ['sluice_7-1_1', 'A', { n: 1 }],
    ]);
  });

  it('goes on where each chunk says that it is the last', () => {
    const events = read('gemini', [chunk([{ text: 'a' }], 'STOP'), chunk([{ text: 'b' }], 'STOP')]);
    expect(endsOf(events)).toEqual(['a', 'b']);
    expect(events.filter(({ type }) => type === 'message-end')).toHaveLength(1);
  });

  it.each([
    ['STOP', 'end_turn'],
    ['MAX_TOKENS', 'max_tokens'],
    ['SAFETY', 'refusal'],
    ['MALFORMED_FUNCTION_CALL', 'other: MALFORMED_FUNCTION_CALL'],
  ])('that ends with %s ends as %s', (reason, stopReason) => {
    const events = read('gemini', [chunk([{ text: 'a' }], reason)]);
    expect(lastOf(events)).toMatchObject({ type: 'message-end', stopReason });
  });

  it.each([
    [{ promptFeedback: { blockReason: 'SAFETY' } }, 'invalid-request', false],
    [{ error: { code: 503, status: 'UNAVAILABLE', message: 'x' } }, 'overloaded', true],
    [{ error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'x' } }, 'rate-limit', true],
  ])('that brings %j fails', (last, kind, isRetryable) => {
    expect(lastOf(read('gemini', [last]))).toMatchObject({ type: 'failed', failure: { kind, isRetryable } });
  });

  it('keeps what its service has found on the web', () => {
    const groundingMetadata = { webSearchQueries: ['q'], groundingChunks: [{ web: { uri: 'https://a' } }] };
    const { candidates } = chunk([{ text: 'a' }], 'STOP');
    const last = { candidates: candidates.map((one) => ({ ...one, groundingMetadata })) };
    expect(endsOf(read('gemini', [last]))).toEqual(['a', { groundingMetadata }]);
  });

  it('keeps parts that it does not know as they came', () => {
    const part = { executableCode: { language: 'PYTHON', code: '1' }, thoughtSignature: 's' };
    expect(endsOf(read('gemini', [chunk([part], 'STOP')]))).toEqual([part]);
  });
});

describe('a stream of Anthropic', () => {
  const start = {
    type: 'message_start',
    message: { id: 'm', usage: { input_tokens: 5, cache_read_input_tokens: 7 } },
  };
  const block = (content: object) => ({ type: 'content_block_start', index: 0, content_block: content });
  const delta = (change: object) => ({ type: 'content_block_delta', index: 0, delta: change });
  const stop = { type: 'content_block_stop', index: 0 };

  it.each([
    [
      'redacted thinking',
      { type: 'redacted_thinking', data: 'abc' },
      [],
      { type: 'redacted_thinking', data: 'abc' },
    ],
    [
      'a tool of the server',
      { type: 'server_tool_use', id: 's', name: 'web_search', input: {} },
      [
        { type: 'input_json_delta', partial_json: '{"query":' },
        { type: 'input_json_delta', partial_json: '"x"}' },
      ],
      { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'x' } },
    ],
    [
      'a kind that is not known yet',
      { type: 'new', content: null, list: [1] },
      [
        { type: 'new_delta', content: 'a', list: [2] },
        { type: 'new_delta', content: 'b', __proto__: null },
      ],
      { type: 'new', content: 'ab', list: [1, 2] },
    ],
  ])('rebuilds %s', (_, content, deltas, expected) => {
    const events = read('anthropic', [
      start,
      block(content),
      ...deltas.map(delta),
      stop,
      { type: 'message_stop' },
    ]);
    expect(endsOf(events)).toEqual([expected]);
  });

  it('cuts a block that the API would refuse, since a part of it was lost', () => {
    const thinking = block({ type: 'thinking', thinking: '', signature: '' });
    const events = read('anthropic', [start, thinking, '{', stop, { type: 'message_stop' }]);
    expect(endsOf(events)).toEqual([['cut', 'opaque']]);
  });

  it('adds the counts of the end to those of the start', () => {
    const change = {
      type: 'message_delta',
      delta: { stop_reason: 'max_tokens' },
      usage: { output_tokens: 9 },
    };
    expect(lastOf(read('anthropic', [start, change, { type: 'message_stop' }]))).toMatchObject({
      stopReason: 'max_tokens',
      usage: { inputTokens: 5, outputTokens: 9, cacheReadTokens: 7, cacheWriteTokens: 0 },
    });
  });

  it.each([
    ['overloaded_error', 'overloaded', true],
    ['invalid_request_error', 'invalid-request', false],
    ['api_error', 'server', true],
  ])('that brings an %s fails', (type, kind, isRetryable) => {
    const events = read('anthropic', [start, { type: 'error', error: { type, message: 'x' } }]);
    expect(lastOf(events)).toMatchObject({ type: 'failed', failure: { kind, isRetryable } });
  });
});

describe('a stream of the Interactions API', () => {
  const created = { event_type: 'interaction.created', interaction: { id: 'v1_a', model: 'm' } };
  const start = (index: number, step: object) => ({ event_type: 'step.start', index, step });
  const delta = (index: number, change: object) => ({ event_type: 'step.delta', index, delta: change });
  const stop = (index: number) => ({ event_type: 'step.stop', index });
  const completed = (status: string, more: object = {}) => ({
    event_type: 'interaction.completed',
    interaction: { id: 'v1_a', status, ...more },
  });
  const call = start(0, { type: 'function_call', id: 'x', name: 'A', arguments: {} });
  const json = (text: string) => delta(0, { type: 'arguments_delta', arguments: text });

  it.each([
    ['arguments in pieces', [created, call, json('{"n"'), json(':1}'), stop(0)], [['x', 'A', { n: 1 }]]],
    [
      'arguments by their older name',
      [created, call, delta(0, { type: 'arguments_delta', partial_arguments: '{"n":1}' }), stop(0)],
      [['x', 'A', { n: 1 }]],
    ],
    [
      'arguments that are whole at the start',
      [created, start(0, { type: 'function_call', id: 'x', name: 'A', arguments: { n: 1 } }), stop(0)],
      [['x', 'A', { n: 1 }]],
    ],
    ['a call that never stops', [created, call, json('{}')], [['cut', 'x']]],
    ['a call of which a part was lost', [created, call, json('{'), '{', json('}'), stop(0)], [['cut', 'x']]],
    ['a call without the beginning of its answer', [call, json('{}'), stop(0)], [['x', 'A', {}]]],
    [
      'what the API ran itself, as it came',
      [
        created,
        start(0, { type: 'google_search_call', id: 's' }),
        delta(0, { type: 'google_search_call', arguments: { queries: ['a'] } }),
        stop(0),
      ],
      [{ type: 'google_search_call', id: 's', arguments: { queries: ['a'] } }],
    ],
  ])('takes %s', (_, chunks, expected) => {
    expect(endsOf(read('gemini-interactions', [...chunks, completed('requires_action')]))).toEqual(expected);
  });

  it.each([
    ['completed', [], 'end_turn'],
    ['requires_action', [call, stop(0)], 'tool_use'],
    ['incomplete', [], 'max_tokens'],
    ['budget_exceeded', [], 'other: budget_exceeded'],
  ])('that ends with %s ends as that', (status, steps, stopReason) => {
    const usage = {
      total_input_tokens: 9,
      total_cached_tokens: 2,
      total_output_tokens: 3,
      total_thought_tokens: 4,
      total_tool_use_tokens: 1,
    };
    expect(
      lastOf(read('gemini-interactions', [created, ...steps, completed(status, { usage })])),
    ).toMatchObject({
      type: 'message-end',
      stopReason,
      usage: { inputTokens: 8, outputTokens: 7, cacheReadTokens: 2 },
    });
  });

  it.each([
    [{ event_type: 'error', error: { code: 'gateway_timeout', message: 'x' } }, 'server', true],
    [completed('failed'), 'server', true],
    [completed('cancelled'), 'server', true],
  ])('that brings %j fails, and refuses what is open', (last, kind, isRetryable) => {
    const events = read('gemini-interactions', [created, call, last]);
    expect(endsOf(events)).toEqual([['cut', 'x']]);
    expect(lastOf(events)).toMatchObject({ type: 'failed', failure: { kind, isRetryable } });
  });
});

import { describe, expect, it } from 'vitest';
import { decodeWhole, STREAM_FORMATS, type StreamFormat } from '../../../src/index.ts';
import { endsOf, lastOf } from './read.ts';

const BODIES: Record<StreamFormat, object> = {
  anthropic: {
    type: 'message',
    id: 'm',
    content: [
      { type: 'text', text: 'Hello' },
      { type: 'tool_use', id: 'x', name: 'Read', input: { a: 1 } },
    ],
    stop_reason: 'tool_use',
    usage: { input_tokens: 3, output_tokens: 4 },
  },
  'openai-chat': {
    id: 'c',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: 'Hello',
          tool_calls: [{ id: 'x', type: 'function', function: { name: 'Read', arguments: '{"a":1}' } }],
        },
        finish_reason: 'tool_calls',
      },
    ],
    usage: { prompt_tokens: 3, completion_tokens: 4 },
  },
  'gemini-interactions': {
    id: 'v1_a',
    status: 'requires_action',
    steps: [
      { type: 'model_output', content: [{ type: 'text', text: 'Hello' }] },
      { type: 'function_call', id: 'x', name: 'Read', arguments: { a: 1 } },
    ],
    usage: { total_input_tokens: 3, total_output_tokens: 4 },
  },
  'openai-responses': {
    id: 'r',
    status: 'completed',
    error: null,
    output: [
      { type: 'message', content: [{ type: 'output_text', text: 'Hello' }] },
      { type: 'function_call', call_id: 'x', name: 'Read', arguments: '{"a":1}' },
    ],
    usage: { input_tokens: 3, output_tokens: 4 },
  },
  gemini: {
    responseId: 'g',
    candidates: [
      {
        content: { parts: [{ text: 'Hello' }, { functionCall: { id: 'x', name: 'Read', args: { a: 1 } } }] },
        finishReason: 'STOP',
      },
    ],
    usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 4 },
  },
};

function withKeys(counts: object, keys: readonly string[]): object {
  return Object.fromEntries(Object.entries(counts).filter(([key]) => keys.includes(key)));
}

describe.each(STREAM_FORMATS)('decodeWhole of %s', (format) => {
  it('gives what a stream of the answer would', () => {
    const events = decodeWhole(format, BODIES[format]);
    expect(endsOf(events)).toEqual(['Hello', ['x', 'Read', { a: 1 }]]);
    expect(events).toContainEqual({ type: 'block-delta', index: 0, delta: { type: 'text', text: 'Hello' } });
    expect(lastOf(events)).toMatchObject({
      type: 'message-end',
      stopReason: 'tool_use',
      usage: { inputTokens: 3, outputTokens: 4 },
    });
  });

  it.each([
    ['no usage', [], true],
    ['no count of the output', ['input_tokens', 'prompt_tokens', 'promptTokenCount'], true],
    ['no count of the input', ['output_tokens', 'completion_tokens', 'candidatesTokenCount'], true],
    ['both counts', undefined, undefined],
  ] as const)('says of %s whether the usage is complete', (_, kept, isIncomplete) => {
    const body = Object.fromEntries(
      Object.entries(BODIES[format]).map(([key, value]) => [
        key,
        key.startsWith('usage') && kept !== undefined ? withKeys(value, kept) : value,
      ]),
    );
    const last = lastOf(decodeWhole(format, body));
    expect(last?.type === 'message-end' ? [last.usage.isIncomplete] : last).toEqual([isIncomplete]);
  });

  it.each([undefined, null, 'x', [], {}, { content: 7, choices: [], output: {}, candidates: {} }])(
    'fails with words on %j',
    (body) => {
      const events = decodeWhole(format, body);
      expect(events.filter(({ type }) => type === 'failed')).toHaveLength(1);
      expect(lastOf(events)).toMatchObject({
        type: 'failed',
        failure: { message: expect.stringMatching(/\w{4}/) },
      });
    },
  );

  it('fails where the body is an error', () => {
    const error = { type: 'error', error: { type: 'overloaded_error', message: 'busy' } };
    expect(lastOf(decodeWhole(format, error))).toMatchObject({
      type: 'failed',
      failure: { kind: 'overloaded' },
    });
  });

  it('fails where the error is a text, and says it', () => {
    expect(lastOf(decodeWhole(format, { error: 'model "m" not found' }))).toMatchObject({
      type: 'failed',
      failure: { kind: 'not-found', isRetryable: false, message: expect.stringContaining('"m" not found') },
    });
  });
});

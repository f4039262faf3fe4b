import { isJsonObject, type JsonObject, type ModelEvent } from '@sluice/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createStreamEvents } from '../../../../src/cli/print/output/stream-events.ts';
import { readStream } from '../support/read-stream.ts';

const USAGE = { inputTokens: 1, outputTokens: 2, cacheReadTokens: 3, cacheWriteTokens: 4 };
const START: ModelEvent = { type: 'message-start', id: 'm', model: 'x', usage: USAGE };
const END: ModelEvent = { type: 'message-end', stopReason: 'end_turn', usage: USAGE };
const FAILED: ModelEvent = {
  type: 'failed',
  failure: { kind: 'stream-cut', message: 'cut', isRetryable: true },
};

function eventsOf(given: readonly ModelEvent[]): readonly JsonObject[] {
  const stream = createStreamEvents();
  return given
    .flatMap((event) => stream.take(event, 'id'))
    .flatMap((event) => {
      const value: unknown = JSON.parse(JSON.stringify(event));
      return isJsonObject(value) ? [value] : [];
    });
}

function text(
  index: number,
  pieces: readonly string[],
  end: 'block-stop' | 'block-cut' | undefined,
): ModelEvent[] {
  return [
    { type: 'block-start', index, block: { type: 'text', text: '' } },
    ...pieces.map((piece): ModelEvent => ({
      type: 'block-delta',
      index,
      delta: { type: 'text', text: piece },
    })),
    ...(end === undefined
      ? []
      : [{ type: end, index, block: { type: 'text', text: pieces.join('') }, call: undefined } as const]),
  ];
}

test('a message that fails, is followed by another, or has no block still ends', () => {
  for (const [given, reasons] of [
    [[START, END], ['end_turn']],
    [[START, ...text(0, ['a'], undefined), FAILED], [null]],
    [
      [START, ...text(0, ['a'], undefined), START, END],
      [null, 'end_turn'],
    ],
    [[FAILED, START, ...text(0, ['a'], 'block-cut'), END, FAILED], ['end_turn']],
  ] as const) {
    expect(readStream(eventsOf(given)).map((message) => message['stop_reason'])).toEqual(reasons);
  }
});

test('what came as a whole is reported as a whole', () => {
  const input = { command: 'ls' };
  const call: ModelEvent[] = [
    { type: 'block-start', index: 1, block: { type: 'tool_use', id: 'a', name: 'Bash', input: {} } },
    {
      type: 'block-stop',
      index: 1,
      block: { type: 'tool_use', id: 'a', name: 'Bash', input },
      call: undefined,
    },
  ];
  const words: ModelEvent[] = [
    { type: 'block-start', index: 0, block: { type: 'text', text: '' } },
    { type: 'block-stop', index: 0, block: { type: 'text', text: 'all' }, call: undefined },
  ];
  expect(readStream(eventsOf([START, ...words, ...call, END]))).toMatchObject([
    {
      content: [
        { type: 'text', text: 'all' },
        { type: 'tool_use', input },
      ],
    },
  ]);
});

test('blocks that the Messages API does not have are left out, and the others numbered without a gap', () => {
  const other = { type: 'opaque', api: 'gemini', kind: 'other', block: { thoughtSignature: 'x' } } as const;
  const thinking = {
    type: 'opaque',
    api: 'openai-responses',
    kind: 'thinking',
    block: { type: 'reasoning' },
  } as const;
  const given: ModelEvent[] = [
    START,
    { type: 'block-start', index: 0, block: other },
    { type: 'block-delta', index: 0, delta: { type: 'opaque', delta: { thoughtSignature: 'y' } } },
    { type: 'block-stop', index: 0, block: other, call: undefined },
    { type: 'block-start', index: 5, block: thinking },
    { type: 'block-delta', index: 5, delta: { type: 'thinking', text: 'hm' } },
    { type: 'block-stop', index: 5, block: thinking, call: undefined },
    ...text(7, ['a', 'b'], 'block-stop'),
    END,
  ];
  expect(readStream(eventsOf(given))).toMatchObject([
    {
      content: [
        { type: 'thinking', thinking: 'hm' },
        { type: 'text', text: 'ab' },
      ],
    },
  ]);
});

test('interleaved blocks of any number, whole or not, make messages that can be put together', () => {
  const block = fc.record({
    pieces: fc.array(fc.string({ minLength: 1, maxLength: 4 }), { maxLength: 4 }),
    end: fc.constantFrom('block-stop', 'block-cut', undefined),
  });
  const message = fc.record({
    blocks: fc.array(block, { maxLength: 5 }),
    order: fc.array(fc.nat(4), { maxLength: 30 }),
    end: fc.constantFrom(END, FAILED, undefined),
  });
  fc.assert(
    fc.property(fc.array(message, { maxLength: 4 }), (messages) => {
      const given: ModelEvent[] = messages.flatMap(({ blocks, order, end }) => {
        const queues = blocks.map(({ pieces, end: last }, index) => text(index, pieces, last));
        const mixed = order.flatMap((which) => queues[which]?.splice(0, 1) ?? []);
        return [START, ...mixed, ...queues.flat(), ...(end === undefined ? [] : [end])];
      });
      const read = readStream(eventsOf([...given, FAILED]));
      expect(read).toHaveLength(messages.length);
      for (const [index, { blocks }] of messages.entries()) {
        const content = read[index]?.['content'];
        const texts = Array.isArray(content)
          ? content.map((one) => (isJsonObject(one) ? one['text'] : undefined))
          : [];
        expect(texts.toSorted()).toEqual(blocks.map(({ pieces }) => pieces.join('')).toSorted());
      }
    }),
  );
});

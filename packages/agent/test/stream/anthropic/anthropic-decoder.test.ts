import { describe, expect, it } from 'vitest';
import { createAnthropicDecoder, type AnthropicDecoderOptions } from '../../../src/index.ts';
import {
  blockStop,
  inputDelta,
  messageStart,
  messageStop,
  sseText,
  stopReason,
  toolStart,
} from '../sse-text.ts';

function decode(text: string | Uint8Array, options?: AnthropicDecoderOptions) {
  const decoder = createAnthropicDecoder(options);
  return [...decoder.push(Buffer.from(text)), ...decoder.end()];
}

function call(index: number, kind: 'text' | 'unclosed', text: string) {
  const isUnclosed = kind === 'unclosed' ? true : undefined;
  return { type: 'call', id: `toolu_${index}`, name: 'Read', inputText: text, isUnclosed };
}

function messageEnd(lastBlockIsCall: boolean, stopReason?: string) {
  return { type: 'message-end', stopReason, lastBlockIsCall };
}

function problem(code: string, line: number | undefined = expect.any(Number)) {
  return { type: 'problem', code, message: expect.any(String), line };
}

const wholeCall = (index: number) => [
  toolStart(index),
  inputDelta(index, '{"a":'),
  inputDelta(index, '1}'),
  blockStop(index),
];

describe('createAnthropicDecoder', () => {
  it('gives a call when its block closes, while the stream goes on', () => {
    const decoder = createAnthropicDecoder();
    const before = sseText(messageStart, toolStart(0), inputDelta(0, '{}'));
    expect(decoder.push(Buffer.from(before))).toEqual([]);
    expect(decoder.push(Buffer.from(sseText(blockStop(0))))).toEqual([call(0, 'text', '{}')]);
    expect(decoder.push(Buffer.from(sseText(stopReason('tool_use'))))).toEqual([]);
    expect(decoder.push(Buffer.from(sseText(messageStop)))).toEqual([messageEnd(true, 'tool_use')]);
    expect(decoder.end()).toEqual([]);
  });

  it('takes the input of the start when no text follows, and the text when one does', () => {
    const start = toolStart(0, 'toolu_0', { a: 1 });
    const items = decode(sseText(messageStart, start, inputDelta(0, ''), blockStop(0), messageStop));
    expect(items[0]).toEqual({
      type: 'call',
      id: 'toolu_0',
      name: 'Read',
      input: { a: 1 },
    });
    const other = decode(sseText(messageStart, start, inputDelta(0, '{"b":2}'), blockStop(0), messageStop));
    expect(other[0]).toEqual(call(0, 'text', '{"b":2}'));
  });

  it.each([[undefined], [''], [7], [null]])('leaves the id undefined when it is %j', (id) => {
    const [item] = decode(
      sseText(
        messageStart,
        { ...toolStart(0), content_block: { type: 'tool_use', id, name: 'Read' } },
        blockStop(0),
        messageStop,
      ),
    );
    expect(item).toEqual({ type: 'call', id: undefined, name: 'Read', inputText: '' });
  });

  it('says of a message that ends in text that its last block is not a call', () => {
    const text = { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } };
    const delta = { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'hi' } };
    const items = decode(
      sseText(
        messageStart,
        ...wholeCall(0),
        text,
        delta,
        blockStop(1),
        stopReason('max_tokens'),
        messageStop,
      ),
    );
    expect(items).toEqual([call(0, 'text', '{"a":1}'), messageEnd(false, 'max_tokens')]);
  });

  it('takes no type, id or input from what every object inherits', () => {
    const items = decode('data: {"__proto__":{"type":"message_stop"}}\n\ndata: {"type":"constructor"}\n\n');
    expect(items).toEqual([problem('not-a-message', 1), problem('unknown-event', 3)]);
  });

  it('tells an unknown event type once and goes on', () => {
    const items = decode(
      sseText(
        { type: 'new' },
        messageStart,
        { type: 'new' },
        { type: 'newer' },
        ...wholeCall(0),
        messageStop,
      ),
    );
    expect(items).toEqual([
      problem('unknown-event', 1),
      problem('unknown-event', 10),
      call(0, 'text', '{"a":1}'),
      messageEnd(true),
    ]);
  });

  it('goes by the event name where the data has no type', () => {
    expect(decode('event: message_start\ndata: {}\n\nevent: message_stop\ndata: {}\n\n')).toEqual([
      messageEnd(false),
    ]);
  });

  it('refuses what is open at an error event and reads the next message', () => {
    const error = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } };
    const items = decode(
      sseText(
        messageStart,
        toolStart(0),
        inputDelta(0, '{"a":1}'),
        error,
        messageStart,
        ...wholeCall(1),
        messageStop,
      ),
    );
    expect(items).toEqual([
      {
        type: 'problem',
        code: 'stream-error',
        message: 'The model API failed: Overloaded (overloaded_error)',
        line: 10,
      },
      call(0, 'unclosed', '{"a":1}'),
      messageEnd(true),
      call(1, 'text', '{"a":1}'),
      messageEnd(true),
    ]);
  });

  it.each([
    ['data that is not JSON', 'data: {"type":\n\n', 'not-json'],
    ['data that is not UTF-8', Uint8Array.from([...Buffer.from('data: '), 0xff, 10, 10]), 'not-json'],
    ['data that is not an object', 'data: []\n\n', 'not-a-message'],
    ['an event without a type', 'data: {}\n\n', 'not-a-message'],
    ['an event over the cap', `data: ${'x'.repeat(400)}\n\n`, 'line-too-long'],
    ['a delta without its text', sseText(inputDelta(0, 7)), 'not-a-message'],
    [
      'a delta of another kind',
      sseText({ type: 'content_block_delta', index: 0, delta: { type: 'new' } }),
      'not-a-message',
    ],
  ])('refuses a call with %s inside it, even if the rest is complete JSON', (_, bad, code) => {
    const before = sseText(messageStart, toolStart(0), inputDelta(0, '{"path":"/'));
    const after = sseText(inputDelta(0, 'tmp"}'), blockStop(0), ...wholeCall(1), messageStop);
    const text = Buffer.concat([Buffer.from(before), Buffer.from(bad), Buffer.from(after)]);
    expect(decode(text, { maxEventBytes: 300 })).toEqual([
      problem(code, 10),
      expect.objectContaining({ id: 'toolu_0', inputText: expect.any(String), isUnclosed: true }),
      call(1, 'text', '{"a":1}'),
      messageEnd(true),
    ]);
  });

  it('refuses a call whose input grows over the cap', () => {
    const deltas = Array.from({ length: 40 }, () => inputDelta(0, '          '));
    const items = decode(sseText(messageStart, toolStart(0), ...deltas, blockStop(0), messageStop), {
      maxEventBytes: 300,
    });
    expect(items).toEqual([problem('line-too-long'), call(0, 'unclosed', ''), messageEnd(true)]);
  });

  it.each([
    [
      'a stream that ends in an open block',
      [messageStart, ...wholeCall(0), toolStart(1), inputDelta(1, '{}')],
    ],
    [
      'a message that stops with an open block',
      [messageStart, ...wholeCall(0), toolStart(1), inputDelta(1, '{}'), messageStop],
    ],
  ])('refuses the open call of %s', (_, events) => {
    expect(decode(sseText(...events))).toEqual([
      call(0, 'text', '{"a":1}'),
      { ...problem('stream-cut'), line: events.at(-1) === messageStop ? 22 : undefined },
      call(1, 'unclosed', '{}'),
      messageEnd(true),
    ]);
  });

  it('ends a message whose stop never came', () => {
    const events = [messageStart, ...wholeCall(0), stopReason('max_tokens')];
    expect(decode(sseText(...events))).toEqual([
      call(0, 'text', '{"a":1}'),
      { ...problem('stream-cut'), line: undefined },
      messageEnd(true, 'max_tokens'),
    ]);
  });

  it('ends a message when the next one starts', () => {
    const items = decode(sseText(messageStart, toolStart(0), messageStart, ...wholeCall(1), messageStop));
    expect(items).toEqual([
      problem('stream-cut', 7),
      call(0, 'unclosed', ''),
      messageEnd(true),
      call(1, 'text', '{"a":1}'),
      messageEnd(true),
    ]);
  });

  it('refuses a block that starts again before it has stopped', () => {
    const items = decode(
      sseText(
        messageStart,
        toolStart(0, 'toolu_0'),
        toolStart(0, 'toolu_9'),
        inputDelta(0, '{}'),
        blockStop(0),
        messageStop,
      ),
    );
    expect(items.slice(0, 3)).toEqual([
      problem('stream-cut', 7),
      call(0, 'unclosed', ''),
      call(9, 'text', '{}'),
    ]);
  });

  it.each([
    ['a delta', inputDelta(3, '{}')],
    ['a block stop', blockStop(3)],
    ['a block start without an index', { type: 'content_block_start' }],
    ['a message stop', messageStop],
    ['a message delta', stopReason('tool_use')],
  ])('tells %s that is out of place once', (_, event) => {
    expect(decode(sseText(event, event))).toEqual([problem('not-a-message', 1)]);
  });

  it('takes the last event without its blank line only when its data is whole', () => {
    const whole = sseText(messageStart, ...wholeCall(0)) + 'data: {"type":"message_stop"}';
    expect(decode(whole)).toEqual([call(0, 'text', '{"a":1}'), messageEnd(true)]);
    expect(decode(whole.slice(0, -1))).toEqual([
      call(0, 'text', '{"a":1}'),
      problem('stream-cut'),
      messageEnd(true),
    ]);
    expect(decode('data: {"type":"pi')).toEqual([problem('stream-cut', 1)]);
  });

  it('tells a last event that is too long as that', () => {
    expect(decode(`data: ${'x'.repeat(400)}`, { maxEventBytes: 300 })).toEqual([problem('line-too-long', 1)]);
  });

  it('says of a message cut in a text that its last block is not a call', () => {
    const text = { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } };
    expect(decode(sseText(messageStart, ...wholeCall(0), text)).at(-1)).toEqual(messageEnd(false));
  });
});

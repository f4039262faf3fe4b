import { describe, expect, it } from 'vitest';
import { createRecognisingDecoder } from '../../../src/exec/input/recognising-decoder.ts';

function decode(text: string | Uint8Array, size = 65_536) {
  const bytes = Buffer.from(text);
  const decoder = createRecognisingDecoder();
  const items = [];
  for (let from = 0; from < bytes.length; from += size)
    items.push(...decoder.push(bytes.subarray(from, from + size)));
  return [...items, ...decoder.end()];
}

const jsonCall = '{"type":"tool_use","id":"a","name":"Read","input":{}}';
const foundInJson = [
  { type: 'call', id: 'a', name: 'Read', input: { kind: 'value', value: {} } },
  { type: 'message-end', stopReason: undefined, lastBlockIsCall: true },
];
const stop = 'data: {"type":"message_start"}\n\ndata: {"type":"message_stop"}\n\n';
const foundInStream = [{ type: 'message-end', stopReason: undefined, lastBlockIsCall: false }];

describe.each([1, 2, 7, 65_536])('createRecognisingDecoder, in pieces of %i', (size) => {
  it.each([
    ['JSON lines', jsonCall, foundInJson],
    ['JSON lines after blank lines, spaces and a byte order mark', `\uFEFF\r\n\n \t${jsonCall}`, foundInJson],
    ['a stream that starts with data', stop, foundInStream],
    ['a stream that starts with event', `event: message_start\n${stop}`, foundInStream],
    ['a stream that starts with a comment', `:\n\n${stop}`, foundInStream],
    ['a stream that starts with an id', `id:1\n${stop}`, foundInStream],
    ['a stream that starts with a retry', `retry: 1\n\n${stop}`, foundInStream],
    ['a stream after blank lines and a byte order mark', `\uFEFF\r\r\n${stop}`, foundInStream],
    ['nothing', '', []],
    ['blank lines', ' \r\n\n\t', []],
  ])('recognises %s', (_, text, expected) => {
    expect(decode(text, size)).toEqual(expected);
  });

  it.each([
    ['a headline', 'HTTP/1.1 200 OK\r\nserver: x\r\n\r\n', 'HTTP/1.1 200 OK', 1],
    ['a list', '\n\n[1]\n', '[1]', 3],
    ['a word that begins like a stream', 'even\n', 'even', 1],
    ['a long line', `${'long '.repeat(30)}\n`, 'long '.repeat(8), 1],
  ])('tells %s once, with its line, and goes on with what follows', (_, text, came, line) => {
    const problem = {
      type: 'problem',
      code: 'not-json',
      message: expect.stringContaining(JSON.stringify(came)),
      line,
    };
    expect(decode(text, size)).toEqual([problem]);
    expect(decode(text.trimEnd(), size)).toEqual([problem]);
    expect(decode(text + jsonCall, size)).toEqual([problem, ...foundInJson]);
    expect(decode(text + stop, size)).toEqual([problem, ...foundInStream]);
  });

  it('names both formats when neither came', () => {
    const [problem] = decode('<html>', size);
    expect(problem).toMatchObject({
      message: expect.stringMatching(/"<html>".*JSON lines.*tool_use.*event stream.*data:/),
    });
  });

  it('counts lines from the start of the input', () => {
    const items = decode(`\n\r\nwhat\n${jsonCall}\nbad\n`, size);
    expect(items.filter((item) => item.type === 'problem').map((item) => item.line)).toEqual([3, 5]);
    const stream = decode('\n\nwhat\n\ndata: bad\n\n', size);
    expect(stream.filter((item) => item.type === 'problem').map((item) => item.line)).toEqual([3, 5]);
  });
});

import { describe, expect, it } from 'vitest';
import { createRecognizingDecoder } from '../../../../src/cli/exec/input/recognizing-decoder.ts';

function decode(text: string | Uint8Array, size = 65_536) {
  const bytes = Buffer.from(text);
  const decoder = createRecognizingDecoder();
  const items = [];
  for (let from = 0; from < bytes.length; from += size)
    items.push(...decoder.push(bytes.subarray(from, from + size)));
  return [...items, ...decoder.end()];
}

const jsonCall = '{"type":"tool_use","id":"a","name":"Read","input":{}}';
const foundInJson = [
  { type: 'call', id: 'a', name: 'Read', input: {} },
  { type: 'message-end', stopReason: undefined, lastBlockIsCall: true },
];
const stop = 'data: {"type":"message_start"}\n\ndata: {"type":"message_stop"}\n\n';
const foundInStream = [{ type: 'message-end', stopReason: undefined, lastBlockIsCall: false }];

const geminiChunk =
  '{"responseId":"r","candidates":[{"content":{"parts":[{"functionCall":{"name":"Read","args":{"a":1}}}]},"finishReason":"STOP"}]}';
const foundInGemini = [
  { type: 'call', id: 'sluice_r_0', name: 'Read', input: { a: 1 } },
  { type: 'message-end', stopReason: 'tool_use', lastBlockIsCall: true },
];
const chatChunk =
  '{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"c","function":{"name":"Read","arguments":"{}"}}]},"finish_reason":"length"}]}';
const foundInChat = [
  { type: 'call', id: 'c', name: 'Read', inputText: '{}', isUnclosed: true },
  { type: 'message-end', stopReason: 'max_tokens', lastBlockIsCall: true },
];

describe.each([1, 2, 7, 65_536])('createRecognizingDecoder, in pieces of %i', (size) => {
  it.each([
    ['JSON lines', jsonCall, foundInJson],
    ['JSON lines after blank lines, spaces and a byte order mark', `\uFEFF\r\n\n \t${jsonCall}`, foundInJson],
    ['a stream that starts with data', stop, foundInStream],
    ['a stream that starts with event', `event: message_start\n${stop}`, foundInStream],
    ['a stream that starts with a comment', `:\n\n${stop}`, foundInStream],
    ['a stream that starts with an id', `id:1\n${stop}`, foundInStream],
    ['a stream that starts with a retry', `retry: 1\n\n${stop}`, foundInStream],
    ['a stream after blank lines and a byte order mark', `\uFEFF\r\r\n${stop}`, foundInStream],
    ['a list of objects', `\uFEFF\n [ \n${geminiChunk}]`, foundInGemini],
    ['a stream of Chat Completions', `data: ${chatChunk}\n\ndata: [DONE]\n\n`, foundInChat],
    ['nothing', '', []],
    ['blank lines', ' \r\n\n\t', []],
  ])('recognizes %s', (_, text, expected) => {
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

  it('tells once of events that are of no API, and goes on with those that are of one', () => {
    const other = 'data: {"hello":1}\n\n';
    expect(decode(other + other + stop, size)).toEqual([
      {
        type: 'problem',
        code: 'unknown-event',
        message: expect.stringMatching(/Anthropic.*Chat.*Responses.*Gemini/),
        line: 1,
      },
      ...foundInStream,
    ]);
  });

  it('counts lines from the start of the input', () => {
    const items = decode(`\n\r\nwhat\n${jsonCall}\nbad\n`, size);
    expect(items.filter((item) => item.type === 'problem').map((item) => item.line)).toEqual([3, 5]);
    const stream = decode('\n\nwhat\n\ndata: bad\n\n', size);
    expect(stream.filter((item) => item.type === 'problem').map((item) => item.line)).toEqual([3, 5]);
  });
});

import { describe, expect, it } from 'vitest';
import { createJsonLinesDecoder } from '../../../../src/cli/exec/input/json-lines-decoder.ts';

function decode(text: string | Uint8Array, maxLineBytes?: number) {
  const decoder = createJsonLinesDecoder(maxLineBytes === undefined ? {} : { maxLineBytes });
  return [...decoder.push(Buffer.from(text)), ...decoder.end()];
}

function lines(...values: readonly unknown[]): string {
  return values.map((value) => `${typeof value === 'string' ? value : JSON.stringify(value)}\n`).join('');
}

const toolUse = (id: string) => ({ type: 'tool_use', id, name: 'Read', input: { n: 1 } });
const call = (id: string) => ({ type: 'call', id, name: 'Read', input: { n: 1 } });
const messageEnd = (lastBlockIsCall: boolean, stopReason?: string) => ({
  type: 'message-end',
  stopReason,
  lastBlockIsCall,
});
const text = { type: 'text', text: 'hi' };

describe('createJsonLinesDecoder', () => {
  it('gives a call as soon as its line has ended', () => {
    const decoder = createJsonLinesDecoder();
    expect(decoder.push(Buffer.from(JSON.stringify(toolUse('a'))))).toEqual([]);
    expect(decoder.push(Buffer.from('\n'))).toEqual([call('a')]);
    expect(decoder.end()).toEqual([messageEnd(true)]);
  });

  it.each([2, 4, '\t'])('reads objects that are printed over several lines, indented by %j', (indent) => {
    const printed = [toolUse('a'), { role: 'assistant', content: [text, toolUse('b')] }, toolUse('c')];
    const all = printed.map((one) => JSON.stringify(one, undefined, indent)).join('\r\n');
    const whole = [call('a'), messageEnd(true), call('b'), messageEnd(true), call('c'), messageEnd(true)];
    expect(decode(all)).toEqual(whole);
  });

  it('loses no call to a brace that was left alone', () => {
    const items = decode(lines('{', ' "type":', toolUse('a'), '{'));
    expect(items).toEqual([
      expect.objectContaining({ code: 'not-json', line: 1 }),
      call('a'),
      expect.objectContaining({ code: 'stream-cut', line: 4 }),
      messageEnd(true),
    ]);
  });

  it('holds no more of a printed object than of a line', () => {
    const items = decode(`{\n${' "a": 1,\n'.repeat(50)} "b": 2\n}\n${JSON.stringify(toolUse('a'))}\n`, 100);
    expect(items).toEqual([
      expect.objectContaining({ code: 'line-too-long', line: 1 }),
      call('a'),
      messageEnd(true),
    ]);
  });

  it.each([
    [
      'calls up to a message_stop',
      [toolUse('a'), toolUse('b'), { type: 'message_stop' }],
      [call('a'), call('b'), messageEnd(true)],
    ],
    [
      'a message_stop with its reason',
      [toolUse('a'), { type: 'message_stop', stop_reason: 'max_tokens' }],
      [call('a'), messageEnd(true, 'max_tokens')],
    ],
    ['a message_stop alone', [{ type: 'message_stop' }], [messageEnd(false)]],
    ['calls up to the end of input', [toolUse('a')], [call('a'), messageEnd(true)]],
    [
      'two messages',
      [toolUse('a'), { type: 'message_stop' }, toolUse('b')],
      [call('a'), messageEnd(true), call('b'), messageEnd(true)],
    ],
    [
      'a whole message',
      [{ role: 'assistant', content: [text, toolUse('a')], stop_reason: 'tool_use' }],
      [call('a'), messageEnd(true, 'tool_use')],
    ],
    [
      'a whole message that ends in text',
      [{ role: 'assistant', content: [toolUse('a'), text] }],
      [call('a'), messageEnd(false)],
    ],
    ['a whole message of text', [{ role: 'assistant', content: 'hi' }], [messageEnd(false)]],
    [
      'a wrapped message',
      [{ type: 'assistant', message: { role: 'assistant', content: [toolUse('a')] } }],
      [call('a'), messageEnd(true)],
    ],
    [
      'a response of the API',
      [{ id: 'msg', type: 'message', role: 'assistant', content: [toolUse('a')], stop_reason: null }],
      [call('a'), messageEnd(true)],
    ],
    [
      'a whole message after loose calls',
      [toolUse('a'), { role: 'assistant', content: [toolUse('b')] }],
      [call('a'), messageEnd(true), call('b'), messageEnd(true)],
    ],
    [
      'interrupts',
      [
        { type: 'interrupt', reason: 'user-message' },
        { type: 'interrupt', reason: 'user-cancel' },
      ],
      [
        { type: 'interrupt', reason: 'user-message' },
        { type: 'interrupt', reason: 'user-cancel' },
      ],
    ],
    [
      'a discard, after which no message is open',
      [toolUse('a'), { type: 'discard' }],
      [call('a'), { type: 'discard' }],
    ],
    ['blank lines', ['', '  ', '\r', toolUse('a')], [call('a'), messageEnd(true)]],
  ])('reads %s', (_, values, expected) => {
    expect(decode(lines(...values))).toEqual(expected);
    expect(decode(lines(...values).replaceAll('\n', '\r\n'))).toEqual(expected);
    expect(decode(lines(...values).trimEnd())).toEqual(expected);
  });

  it.each([
    ['a missing id', { type: 'tool_use', name: 'Read', input: {} }, undefined, 'Read', {}],
    ['an empty id', { type: 'tool_use', id: '', name: 'Read', input: {} }, undefined, 'Read', {}],
    ['an id that is a number', { type: 'tool_use', id: 7, name: 'Read', input: {} }, undefined, 'Read', {}],
    ['a missing name', { type: 'tool_use', id: 'a', input: {} }, 'a', '', {}],
    ['a missing input', { type: 'tool_use', id: 'a', name: 'Read' }, 'a', 'Read', undefined],
    ['an input that is text', { type: 'tool_use', id: 'a', name: 'Read', input: '{}' }, 'a', 'Read', '{}'],
    [
      'an odd id',
      { type: 'tool_use', id: '../a/b', name: 'constructor', input: {} },
      '../a/b',
      'constructor',
      {},
    ],
  ])('passes on a call with %s', (_, value, id, name, input) => {
    expect(decode(lines(value))[0]).toEqual({
      type: 'call',
      id,
      name,
      input,
    });
  });

  it.each([
    ['a line that is not JSON', 'nonsense', 'not-json', /not JSON: .*nonsense/],
    ['half an object', '{"type":', 'not-json', /not JSON/],
    ['an object that is indented', '  {', 'not-json', /in the first column/],
    ['an object that is left open', '{', 'not-json', /not closed by a }/],
    ['a list', '[1]', 'not-a-message', /not a JSON object/],
    ['null', 'null', 'not-a-message', /not a JSON object/],
    ['an unknown type', { type: 'wish' }, 'unknown-event', /"wish".*tool_use, message_stop/],
    ['a type that every object inherits', { type: 'constructor' }, 'unknown-event', /"constructor"/],
    ['no type', '{"__proto__":{"type":"discard"}}', 'unknown-event', /without a type/],
    ['a type that is not text', { type: { a: 1 } }, 'unknown-event', /\{"a":1\}/],
    [
      'an unknown interrupt',
      { type: 'interrupt', reason: 'boredom' },
      'not-a-message',
      /user-message or user-cancel; got "boredom"/,
    ],
    ['an interrupt without a reason', { type: 'interrupt' }, 'not-a-message', /got none/],
    ['a message of a user', { role: 'user', content: [] }, 'not-a-message', /assistant.*not "user"/],
    ['a message without content', { role: 'assistant' }, 'not-a-message', /content/],
    ['a wrapper without a message', { type: 'assistant' }, 'not-a-message', /role assistant/],
    [
      'an error of the API',
      { type: 'error', error: { type: 'api_error', message: 'down' } },
      'stream-error',
      /down \(api_error\)/,
    ],
    ['a line that is too long', `{"a":"${'x'.repeat(200)}"}`, 'line-too-long', /longer than 150 bytes/],
  ])('tells %s with its number and goes on', (_, bad, code, message) => {
    const items = decode(lines(toolUse('a'), bad, toolUse('b')), 150);
    expect(items).toEqual([
      call('a'),
      { type: 'problem', code, message: expect.stringMatching(message), line: 2 },
      call('b'),
      messageEnd(true),
    ]);
  });

  it('skips a block that is not an object and takes the others of its message', () => {
    const items = decode(lines({ role: 'assistant', content: [7, toolUse('a')] }));
    expect(items).toEqual([
      expect.objectContaining({ code: 'not-a-message', line: 1 }),
      call('a'),
      messageEnd(true),
    ]);
  });

  it('refuses bytes that are not UTF-8 rather than replace them', () => {
    const bytes = Buffer.from(lines(toolUse('a')).replace('Read', 'R\u00FF'), 'latin1');
    expect(decode(bytes)).toEqual([
      expect.objectContaining({ code: 'not-json', message: expect.stringContaining('UTF-8') }),
    ]);
  });

  it('says that a last line was cut', () => {
    expect(decode(`${lines(toolUse('a'))}{"type":"tool_us`)).toEqual([
      call('a'),
      expect.objectContaining({ type: 'problem', code: 'stream-cut', line: 2 }),
      messageEnd(true),
    ]);
  });
});

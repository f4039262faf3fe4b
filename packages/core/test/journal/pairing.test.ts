import { describe, expect, it } from 'vitest';
import { checkPairing, type PairedBlock, type PairedMessage } from '../../src/index.ts';

const use = (id?: string): PairedBlock => ({ type: 'tool_use', ...(id === undefined ? {} : { id }) });
const result = (id: string): PairedBlock => ({ type: 'tool_result', tool_use_id: id });
const text: PairedBlock = { type: 'text' };
const assistant = (...content: PairedBlock[]): PairedMessage => ({ role: 'assistant', content });
const user = (...content: PairedBlock[]): PairedMessage => ({ role: 'user', content });
const said: PairedMessage = { role: 'user', content: 'hello' };

describe('a conversation that a model API takes', () => {
  const rows: [string, PairedMessage[]][] = [
    ['nothing', []],
    ['only text', [said, { role: 'assistant', content: 'hi' }, said]],
    ['a call and its result', [said, assistant(text, use('a')), user(result('a'))]],
    ['results in another order', [assistant(use('a'), use('b')), user(result('b'), result('a'))]],
    ['text after the results', [assistant(use('a')), user(result('a'), text)]],
    [
      'the same id in two messages',
      [assistant(use('a')), user(result('a')), assistant(use('a')), user(result('a'))],
    ],
    ['an id from the prototype', [assistant(use('__proto__')), user(result('__proto__'))]],
  ];
  it.each(rows)('%s', (_, messages) => {
    expect(checkPairing(messages)).toEqual([]);
  });
});

describe('a conversation that it would refuse', () => {
  const rows: [string, PairedMessage[], RegExp][] = [
    [
      'a result is missing',
      [assistant(use('a'), use('b')), user(result('a'))],
      /message 2 \(user\): results are missing for b/,
    ],
    ['all results are missing', [assistant(use('a')), said], /results are missing for a/],
    [
      'the conversation ends before the results',
      [said, assistant(use('a'))],
      /the last message: results are missing for a/,
    ],
    [
      'an assistant speaks instead',
      [assistant(use('a')), assistant(text), user(result('a'))],
      /message 2 \(assistant\): results are missing/,
    ],
    [
      'the results come one message late',
      [assistant(use('a')), user(text), user(result('a'))],
      /message 3 \(user\): the result of a has no tool_use/,
    ],
    ['a result comes twice', [assistant(use('a')), user(result('a'), result('a'))], /a has two results/],
    ['a result has nothing', [said, user(result('x'))], /the result of x has no tool_use/],
    [
      'a result answers another call',
      [assistant(use('a')), user(result('a'), result('x'))],
      /the result of x has no/,
    ],
    [
      'a result is repeated in the next message',
      [assistant(use('a')), user(result('a')), user(result('a'))],
      /message 3/,
    ],
    [
      'a result comes after text',
      [assistant(use('a')), user(text, result('a'))],
      /the result of a comes after another block/,
    ],
    [
      'an assistant gives the result',
      [assistant(use('a')), assistant(result('a')), user(result('a'))],
      /message 2/,
    ],
    [
      'two calls have one id',
      [assistant(use('a'), use('a')), user(result('a'))],
      /two tool_use blocks have one id/,
    ],
    ['a call has no id', [assistant(use()), user()], /a tool_use has no id/],
    ['a user makes a call', [user(use('a')), user(result('a'))], /a user made a tool_use/],
    [
      'a result names no call',
      [assistant(use('a')), user({ type: 'tool_result' }, result('a'))],
      /has no tool_use/,
    ],
  ];
  it.each(rows)('because %s', (_, messages, problem) => {
    expect(checkPairing(messages).join('\n')).toMatch(problem);
  });
});

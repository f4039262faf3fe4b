import type { JsonObject } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { signatureOf } from '../support/model-server/message.ts';
import { startModelServer } from '../support/model-server/start-model-server.ts';
import { ask } from './ask.ts';

type Row = readonly [title: string, problem: string | undefined, body: JsonObject];

const user = { role: 'user', content: 'hello' };
const signed = { type: 'thinking', thinking: 'hm', signature: signatureOf('hm') };
const call = (id: string, name = 'Read'): JsonObject => ({ type: 'tool_use', id, name, input: {} });
const result = (id: string): JsonObject => ({ type: 'tool_result', tool_use_id: id, content: 'ok' });
const says = (...content: JsonObject[]): JsonObject => ({ role: 'assistant', content });
const tells = (...content: JsonObject[]): JsonObject => ({ role: 'user', content });
const text = (value: string): JsonObject => ({ type: 'text', text: value });
const marked = (value: string): JsonObject => ({ ...text(value), cache_control: { type: 'ephemeral' } });
const messages = (...list: JsonObject[]): JsonObject => ({ model: 'm', max_tokens: 1, messages: list });

const ANTHROPIC: readonly Row[] = [
  [
    'thinking, parallel calls and a text after their results',
    undefined,
    messages(user, says(signed, call('a'), call('b')), tells(result('b'), result('a'), text('go on'))),
  ],
  ['no messages', 'there are no messages', messages()],
  ['an answer first', "the first message is not the user's", messages(says(text('x')), user)],
  ['an answer last', "the last message is not the user's", messages(user, says(text('x')))],
  ['one role twice', 'messages[1]: the role user comes twice', messages(user, user)],
  ['a role of its own', 'the role is "tool"', messages(user, { role: 'tool', content: 'x' }, user)],
  ['tools added without the beta', 'the beta is missing', messages(user, { role: 'system', content: 'x' })],
  ['a call without a result', 'the call a has 0 results', messages(user, says(call('a')), user)],
  [
    'a result too many',
    'the call a has 2 results',
    messages(user, says(call('a')), tells(result('a'), result('a'))),
  ],
  [
    'a result that comes late',
    'the call a has 0 results',
    messages(user, says(call('a')), user, says(text('x')), tells(result('a'))),
  ],
  ['a result of nothing', 'a result of z', messages(tells(result('z')))],
  [
    'a result after a text',
    'a result after other blocks',
    messages(user, says(call('a')), tells(text('x'), result('a'))),
  ],
  ['a blank text', 'a text block is empty or blank', messages(tells(text(' ')))],
  ['no content', 'its content is empty', messages(user, says(), user)],
  ['an id with a colon', 'the id does not match', messages(user, says(call('a:1')), tells(result('a:1')))],
  [
    'one id twice',
    'the call id a occurs twice',
    messages(user, says(call('a')), tells(result('a')), says(call('a')), tells(result('a'))),
  ],
  [
    'a name with a dot',
    'the name does not match',
    messages(user, says(call('a', 'Re.ad')), tells(result('a'))),
  ],
  [
    'changed thinking',
    'a thinking block was changed',
    messages(user, says({ ...signed, thinking: 'hm!' }, text('x')), user),
  ],
  ['thinking at the end', 'it ends with a thinking block', messages(user, says(text('x'), signed), user)],
  ['thinking of the user', 'a block "thinking" in a message of the user', messages(tells(signed, text('x')))],
  [
    'five cache marks',
    '5 cache marks',
    messages(tells(marked('1'), marked('2'), marked('3'), marked('4'), marked('5'))),
  ],
  ['half a character', 'half a surrogate pair', messages(tells(text('\ud800')))],
  ['no limit', 'max_tokens is not a positive number', { model: 'm', messages: [user] }],
  ['a tool without a schema', 'tools[0]: the schema', { ...messages(user), tools: [{ name: 'Read' }] }],
];

const chatCall = (id: string, json = '{}'): JsonObject => ({
  id,
  type: 'function',
  function: { name: 'Read', arguments: json },
});
const chatSays = (...calls: JsonObject[]): JsonObject => ({ role: 'assistant', tool_calls: calls });
const chatResult = (id: string): JsonObject => ({ role: 'tool', tool_call_id: id, content: 'ok' });
const chat = (...list: JsonObject[]): JsonObject => ({ model: 'm', messages: list });

const CHAT: readonly Row[] = [
  [
    'parallel calls',
    undefined,
    chat(user, chatSays(chatCall('a'), chatCall('b')), chatResult('b'), chatResult('a'), user),
  ],
  [
    'a call without a result',
    'the call a before it has no result',
    chat(user, chatSays(chatCall('a')), user),
  ],
  ['a call at the end', 'the call a has no result', chat(user, chatSays(chatCall('a')))],
  ['a result of nothing', 'a result of z', chat(user, chatResult('z'))],
  [
    'a result too many',
    'a result of a',
    chat(user, chatSays(chatCall('a')), chatResult('a'), chatResult('a')),
  ],
  [
    'a message between',
    'the call a before it has no result',
    chat(user, chatSays(chatCall('a')), user, chatResult('a')),
  ],
  ['no calls in the list', 'its tool_calls are empty', chat(user, chatSays())],
  ['no content', 'its content is empty', chat(user, { role: 'assistant', content: '' }, user)],
  [
    'arguments that are not object',
    'the arguments are not JSON text',
    chat(user, chatSays(chatCall('a', '[')), chatResult('a')),
  ],
  [
    'a long id',
    'the id is empty or longer',
    chat(user, chatSays(chatCall('a'.repeat(41))), chatResult('a'.repeat(41))),
  ],
  [
    'an image as a result',
    'the content of a tool message is not text',
    chat(user, chatSays(chatCall('a')), { ...chatResult('a'), content: [{ type: 'image_url' }] }),
  ],
];

const item = (call_id: string): JsonObject => ({
  ...{ type: 'function_call', call_id, name: 'Read', arguments: '{}' },
});
const output = (call_id: string): JsonObject => ({ type: 'function_call_output', call_id, output: 'ok' });
const reasoning: JsonObject = {
  ...{ type: 'reasoning', id: 'rs_1', encrypted_content: signatureOf('hm') },
  summary: [{ type: 'summary_text', text: 'hm' }],
};
const input = (...list: JsonObject[]): JsonObject => ({ model: 'm', store: false, input: list });

const RESPONSES: readonly Row[] = [
  [
    'reasoning and parallel calls',
    undefined,
    input(user, reasoning, item('a'), item('b'), output('b'), output('a'), user),
  ],
  ['a call without an output', 'the call a before it has no output', input(user, item('a'), user)],
  ['a call at the end', 'the call a has no output', input(user, item('a'))],
  ['an output of nothing', 'an output of z', input(user, output('z'))],
  ['an output first', 'an output of a', input(user, output('a'), item('a'), output('a'))],
  ['reasoning at the end', 'without the item that it led to', input(user, reasoning)],
  [
    'changed reasoning',
    'a reasoning item was changed',
    input(user, { ...reasoning, encrypted_content: 'x' }, item('a'), output('a')),
  ],
  ['a foreign id', 'the id does not begin', input(user, { ...item('a'), id: 'msg_1' }, output('a'))],
  [
    'a part of the other side',
    'a part "input_text"',
    input(user, { role: 'assistant', content: [{ type: 'input_text', text: 'x' }] }, user),
  ],
];

const turn = (role: string, ...parts: JsonObject[]): JsonObject => ({ role, parts });
const functionCall = (name: string): JsonObject => ({ functionCall: { name, args: {} } });
const response = (name: string): JsonObject => ({ functionResponse: { name, response: {} } });
const contents = (...list: JsonObject[]): JsonObject => ({ contents: list });
const asks = turn('user', { text: 'hello' });

const GEMINI: readonly Row[] = [
  [
    'parallel calls',
    undefined,
    contents(
      asks,
      turn('model', functionCall('a'), functionCall('b')),
      turn('user', response('a'), response('b')),
    ),
  ],
  ['one role twice', 'roles alternate', contents(asks, asks)],
  [
    'a response too few',
    'its calls [a#,b#] are answered by [a#]',
    contents(asks, turn('model', functionCall('a'), functionCall('b')), turn('user', response('a'))),
  ],
  ['a response of nothing', 'without calls', contents(turn('user', response('a')))],
  ['an empty part', 'an empty part', contents(turn('user', { text: '' }))],
  ['no parts', 'it has no parts', contents(turn('user'))],
];

describe.each([
  ['anthropic', ANTHROPIC],
  ['openai-chat', CHAT],
  ['openai-responses', RESPONSES],
  ['gemini', GEMINI],
] as const)('of %s', (api, rows) => {
  it.each(rows)('%s', async (_title, problem, body) => {
    await using server = await startModelServer(() => ({ content: [{ type: 'text', text: 'hi' }] }));
    await ask(server, api, true, undefined, body);
    if (problem === undefined) expect(server.problems).toEqual([]);
    else expect(server.problems.join('\n')).toContain(problem);
  });
});

describe('what was sent comes back as it was', () => {
  const thinkingBlock = { type: 'thinking', thinking: 'hm', signature: 'from the script' };
  const content = [
    { type: 'thinking', text: 'hm', signature: 'from the script' },
    { type: 'call', id: 'a', name: 'Read', input: {} },
  ] as const;

  it.each([
    ['whole', [thinkingBlock, call('a')], undefined],
    ['after a message that paused', [text('x'), signed, thinkingBlock, call('a')], undefined],
    ['without its thinking', [call('a')], 'its thinking and calls are'],
    ['with another signature', [{ ...thinkingBlock, signature: 'x' }, call('a')], 'was changed'],
  ])('thinking of anthropic: %s', async (_title, blocks, problem) => {
    await using server = await startModelServer([{ content }, { content: [] }]);
    await ask(server, 'anthropic', true);
    await ask(server, 'anthropic', true, undefined, messages(user, says(...blocks), tells(result('a'))));
    if (problem === undefined) expect(server.problems).toEqual([]);
    else expect(server.problems.join('\n')).toContain(problem);
  });

  it.each([
    ['kept', 'from the script', undefined],
    ['changed', 'x', 'the signature of its thought'],
  ])('signatures of gemini: %s', async (_title, thoughtSignature, problem) => {
    await using server = await startModelServer([{ content }, { content: [] }]);
    await ask(server, 'gemini', true);
    const part = { functionCall: { id: 'a', name: 'Read', args: {} }, thoughtSignature };
    const answer = { functionResponse: { id: 'a', name: 'Read', response: {} } };
    const body = contents(asks, turn('model', part), turn('user', answer));
    await ask(server, 'gemini', true, undefined, body);
    if (problem === undefined) expect(server.problems).toEqual([]);
    else expect(server.problems.join('\n')).toContain(problem);
  });
});

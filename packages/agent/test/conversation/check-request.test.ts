import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AssistantBlock, ModelMessage, UserBlock } from '@sluice/core';
import { checkRequest, createRequestCheck } from '../../src/conversation/check-request.ts';
import { markedText } from '../../src/conversation/marked-text.ts';
import { repairRequest } from '../../src/conversation/repair-request.ts';

const text = (said: string) => ({ type: 'text' as const, text: said });
const use = (id: string): AssistantBlock => ({ type: 'tool_use', id, name: 'Read', input: {} });
const result = (id: string): UserBlock => ({
  type: 'tool_result',
  tool_use_id: id,
  content: 'x',
  is_error: false,
});
const user = (...content: UserBlock[]): ModelMessage => ({ role: 'user', content });
const model = (...content: AssistantBlock[]): ModelMessage => ({ role: 'assistant', content });

const WRONG: readonly (readonly [string, readonly ModelMessage[], string, readonly ModelMessage[]])[] = [
  [
    'nothing at all',
    [],
    'there are no messages',
    [user(text(markedText('(This message could not be restored.)', 'note')))],
  ],
  [
    'the model speaks first',
    [model(text('hi'))],
    "message 1 is the model's; the first one must be the user's",
    [user(text(markedText('(The earlier messages could not be restored.)', 'note'))), model(text('hi'))],
  ],
  [
    'two of a user',
    [user(text('a')), user(text('b'))],
    'message 2 (user) follows another one of the same role',
    [user(text('a'), text('b'))],
  ],
  ['an empty message', [user(text('a')), model()], 'message 2 (assistant) is empty', [user(text('a'))]],
  ['a blank text', [user(text('a'), text(' \n'))], 'message 1 (user) has a blank text', [user(text('a'))]],
  [
    'a result that comes too late',
    [user(text('a')), model(use('1')), user(text('b'), result('1'))],
    'message 3 (user): the result of 1 comes after another block',
    [user(text('a')), model(use('1')), user(result('1'), text('b'))],
  ],
  [
    'a result that answers nothing',
    [user(text('a'), result('9'))],
    'message 1 (user): the result of 9 has no tool_use before it',
    [user(text('a'), text(markedText('x', 'tool')))],
  ],
];

describe('a request', () => {
  it.each(WRONG)('%s is found and mended', (_title, messages, problem, fixed) => {
    expect(checkRequest(messages)).toContain(problem);
    const repaired = repairRequest(messages);
    expect(repaired).toEqual({ messages: fixed, fixed: checkRequest(messages) });
  });

  it('gets a result for a call that has none', () => {
    const { messages } = repairRequest([user(text('a')), model(use('1'), use('2')), user(result('2'))]);
    expect(checkRequest(messages)).toEqual([]);
    expect(messages[2]).toMatchObject({
      content: [
        { tool_use_id: '1', is_error: true, content: expect.stringContaining('outcome is unknown') },
        { tool_use_id: '2', is_error: false },
      ],
    });
  });

  const id = fc.constantFrom('1', '2', '');
  const said = fc.constantFrom('a', '', ' ').map(text);
  const message = fc.oneof(
    fc.array(fc.oneof(said, id.map(result)), { maxLength: 3 }).map((blocks) => user(...blocks)),
    fc.array(fc.oneof(said, id.map(use)), { maxLength: 3 }).map((blocks) => model(...blocks)),
  );
  const anyMessages = fc.array(message, { maxLength: 8 });

  it('can always be mended, and stays as it is when it is right', () => {
    fc.assert(
      fc.property(anyMessages, (messages) => {
        const { messages: fixed } = repairRequest(messages);
        expect(checkRequest(fixed)).toEqual([]);
        expect(repairRequest(fixed)).toEqual({ messages: fixed, fixed: [] });
      }),
    );
  });

  it('that has grown is looked at from where it was right', () => {
    const check = createRequestCheck();
    const grown = [user(text('a'))];
    expect(check(grown)).toEqual([]);
    grown.push(model(use('1')), user(text('b')), model(text('c')), user(text('d')));
    expect(check(grown)).toEqual([expect.stringMatching(/results are missing for 1/)]);
    expect(check(grown)).toHaveLength(1);
  });

  it('is looked at no less when only its new messages are', () => {
    const fault = fc.record({ at: fc.nat(40), message });
    const steps = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 40 });
    const long = fc.array(message, { maxLength: 40 });
    fc.assert(
      fc.property(long, fc.option(fault), steps, (messages, wrong, sizes) => {
        const whole = [...repairRequest(messages).messages];
        if (wrong !== null) whole.splice(Math.min(wrong.at, whole.length), 1, wrong.message);
        const check = createRequestCheck();
        const grown: ModelMessage[] = [];
        for (const size of sizes) {
          grown.push(...whole.slice(grown.length, grown.length + size));
          expect(check(grown).length === 0).toBe(checkRequest(grown).length === 0);
        }
      }),
    );
  });
});

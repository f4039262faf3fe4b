import type { ModelMessage } from '@sluice/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBodyKeeper, createWireFormat, MODEL_FORMATS, type WireFormat } from '../../src/index.ts';
import { bodyText, OPTIONS, requestOf } from './parsed.ts';
import { randomConversation } from './random-conversation.ts';

const numRuns = Number(process.env['SLUICE_RUNS'] ?? 200);

function counting(wire: WireFormat): { readonly wire: WireFormat; encoded(): number } {
  let count = 0;
  const encodeMessage: WireFormat['encodeMessage'] = (message, previous) => {
    count += 1;
    return wire.encodeMessage(message, previous);
  };
  return { wire: { ...wire, encodeMessage }, encoded: () => count };
}

const said = (text: string): ModelMessage => ({ role: 'user', content: [{ type: 'text', text }] });

describe.each(MODEL_FORMATS)('the bodies of %s', (format) => {
  it('are those that would be made anew, whatever was sent before, and are not changed afterwards', () => {
    const steps = fc.array(fc.tuple(fc.nat(8), fc.boolean()), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(randomConversation, randomConversation, steps, (one, other, cuts) => {
        const keeper = createBodyKeeper(createWireFormat(format));
        const sent = cuts.map(([cut, isOther]) => {
          const request = requestOf(isOther ? [...one.slice(0, 1), ...other.slice(1)] : one.slice(0, cut));
          const { buffers } = keeper.body(request, OPTIONS);
          return { buffers, text: Buffer.concat(buffers).toString(), expected: bodyText(format, request) };
        });
        for (const { buffers, text, expected } of sent) {
          expect(text).toBe(expected);
          expect(Buffer.concat(buffers).toString()).toBe(expected);
        }
      }),
      { numRuns: Math.ceil(numRuns / 2) },
    );
  });

  it('encode each message once, however long the conversation grows', () => {
    const { wire, encoded } = counting(createWireFormat(format));
    const keeper = createBodyKeeper(wire);
    const messages: ModelMessage[] = [];
    for (let turn = 0; turn < 300; turn += 1) {
      messages.push(said(`turn ${turn}`), { role: 'assistant', content: [{ type: 'text', text: 'yes' }] });
      keeper.body(requestOf([...messages, said('now')]), OPTIONS);
      messages.push(said('now'));
      messages.pop();
    }
    // The last message of a request is another object in the next one.
    expect(encoded()).toBe(300 * 3);
  });

  it('follow a change of tools, system text and options', () => {
    const wire = createWireFormat(format);
    const keeper = createBodyKeeper(wire);
    const request = requestOf([said('x')]);
    for (const changed of [request, { ...request, system: ['New.'] }, { ...request, tools: [] }, request]) {
      const body = Buffer.concat(keeper.body(changed, OPTIONS).buffers).toString();
      expect(body).toBe(bodyText(format, changed));
    }
    const options = { ...OPTIONS, model: 'other', maxOutputTokens: 7 };
    const body = Buffer.concat(keeper.body(request, options).buffers).toString();
    expect(body).toBe(bodyText(format, request, options));
  });
});

it('marks the tools, the system text and the ends of this request and the one before for the cache of Anthropic', () => {
  const answer: ModelMessage = { role: 'assistant', content: [{ type: 'text', text: 'a' }] };
  const request = requestOf([said('zero'), answer, said('one'), answer, said('{"}]}')]);
  const text = bodyText('anthropic', request);
  const body = JSON.parse(text);
  const mark = { type: 'ephemeral' };
  expect(body.messages[4].content).toEqual([{ type: 'text', text: '{"}]}', cache_control: mark }]);
  expect(body.messages[2].content).toEqual([{ type: 'text', text: 'one', cache_control: mark }]);
  expect(body.tools.at(-1).cache_control).toEqual(mark);
  expect(body.system).toEqual([{ type: 'text', text: 'Be brief.', cache_control: mark }]);
  // The API takes no more than four.
  expect(text.split('cache_control')).toHaveLength(5);
});

import type { ModelMessage, ModelRequest, ThinkingOptions } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { createBodyKeeper, createWireFormat, type ModelFormat, type WireOptions } from '../../src/index.ts';
import { bodyOf, bodyText, OPTIONS, requestOf } from './parsed.ts';

const GO: ModelMessage = { role: 'user', content: [{ type: 'text', text: 'go' }] };
const MORE: WireOptions = { ...OPTIONS, maxOutputTokens: 30_000 };

function called(isThought: boolean, id: string): readonly ModelMessage[] {
  const thought = {
    type: 'opaque',
    api: 'anthropic',
    kind: 'thinking',
    block: { type: 'thinking', thinking: 'Hm.', signature: 's' },
  } as const;
  const call = { type: 'tool_use', id, name: 'Read', input: {} } as const;
  return [
    { role: 'assistant', content: isThought ? [thought, call] : [call] },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: id, content: 'x', is_error: false }],
    },
  ];
}

function fieldsOf(format: ModelFormat, request: Partial<ModelRequest>, options: Partial<WireOptions> = {}) {
  const body = bodyOf(format, requestOf([GO], request), { ...MORE, ...options });
  const names = new Set(['thinking', 'output_config', 'reasoning_effort', 'reasoning', 'generationConfig']);
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.has(name)));
}

describe('how much to think, in the words of each API', () => {
  const ADAPTIVE = { type: 'adaptive' };
  it.each<[ModelFormat, ThinkingOptions, object]>([
    ['anthropic', { effort: 'max' }, { thinking: ADAPTIVE, output_config: { effort: 'max' } }],
    ['anthropic', { maxTokens: 4000 }, { thinking: { type: 'enabled', budget_tokens: 4000 } }],
    ['anthropic', { maxTokens: 90_000 }, { thinking: { type: 'enabled', budget_tokens: 29_999 } }],
    ['anthropic', { maxTokens: 0 }, { thinking: { type: 'disabled' } }],
    [
      'anthropic',
      { maxTokens: 4000, effort: 'low' },
      { thinking: { type: 'enabled', budget_tokens: 4000 }, output_config: { effort: 'low' } },
    ],
    ['openai-chat', { effort: 'high' }, { reasoning_effort: 'high' }],
    ['openai-chat', { effort: 'max' }, { reasoning_effort: 'xhigh' }],
    ['openai-chat', { maxTokens: 4000 }, {}],
    ['openai-responses', { effort: 'low' }, { reasoning: { effort: 'low' } }],
    ['openai-responses', { maxTokens: 0 }, {}],
    [
      'gemini',
      { maxTokens: 4000, effort: 'low' },
      { generationConfig: { maxOutputTokens: 30_000, thinkingConfig: { thinkingBudget: 4000 } } },
    ],
    [
      'gemini',
      { effort: 'xhigh' },
      { generationConfig: { maxOutputTokens: 30_000, thinkingConfig: { thinkingLevel: 'high' } } },
    ],
  ])('%s, %j', (format, thinking, expected) => {
    expect(fieldsOf(format, { thinking })).toEqual(expected);
  });

  it.each(['anthropic', 'openai-chat', 'openai-responses'] as const)('nothing is said to %s', (format) => {
    expect(fieldsOf(format, {})).toEqual({});
  });
});

describe('Anthropic is not asked to think', () => {
  const thinking = { maxTokens: 4000 };
  const isAsked = (messages: readonly ModelMessage[], more: Partial<ModelRequest> = {}, options = MORE) =>
    Object.hasOwn(bodyOf('anthropic', requestOf(messages, { thinking, ...more }), options), 'thinking');

  it.each<[string, boolean, boolean]>([
    ['where a call is forced', isAsked([GO], { toolChoice: 'any' }), false],
    ['where one call is forced', isAsked([GO], { toolChoice: { name: 'Read' } }), false],
    ['where no call may be made, it is', isAsked([GO], { toolChoice: 'none' }), true],
    ['where there is no room for it', isAsked([GO], {}, OPTIONS), false],
    ['where the model does not know how', isAsked([GO], {}, { ...MORE, takesThinking: 'none' }), false],
    ['in the middle of calls that were made without', isAsked([GO, ...called(false, 'a')]), false],
    ['after calls that were made with it, it is', isAsked([GO, ...called(true, 'a')]), true],
    [
      'after calls that began with it, it is',
      isAsked([GO, ...called(true, 'a'), ...called(false, 'b')]),
      true,
    ],
    ['in calls that began without it', isAsked([GO, ...called(false, 'a'), ...called(true, 'b')]), false],
    [
      'after new words, it is',
      isAsked([GO, ...called(false, 'a'), { role: 'assistant', content: [{ type: 'text', text: 'x' }] }, GO]),
      true,
    ],
  ])('%s', (_, is, expected) => {
    expect(is).toBe(expected);
  });
});

it('a body that is kept follows what thinking is asked for', () => {
  const keeper = createBodyKeeper(createWireFormat('anthropic'));
  const tools = requestOf([]).tools;
  const requests: readonly (ThinkingOptions | undefined)[] = [
    undefined,
    { maxTokens: 4000 },
    { effort: 'low' },
  ];
  const lists = [[GO], [GO, ...called(false, 'a')], [GO, ...called(true, 'a')]];
  const forms = ['any', 'adaptive', 'none'] as const;
  for (const thinking of requests) {
    for (const messages of lists) {
      for (const takesThinking of forms) {
        const request = { system: [], tools, messages, ...(thinking !== undefined && { thinking }) };
        const options = { ...MORE, takesThinking };
        const { buffers } = keeper.body(request, options);
        expect(Buffer.concat(buffers).toString()).toBe(bodyText('anthropic', request, options));
      }
    }
  }
});

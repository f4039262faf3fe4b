import type { LateToolForm, ModelMessage, ModelTool } from '@sluice/core';
import { describe, expect, it } from 'vitest';
import { createBodyKeeper, createWireFormat, type ModelFormat } from '../../src/index.ts';
import { bodyText, OPTIONS, requestOf } from './parsed.ts';

const SCHEMA = { type: 'object', properties: {} };

function tool(name: string, more: Partial<ModelTool> = {}): ModelTool {
  return { name, description: `About ${name}`, inputSchema: SCHEMA, ...more };
}

function body(
  api: ModelFormat,
  form: LateToolForm,
  tools: readonly ModelTool[],
  messages: readonly ModelMessage[] = [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }],
) {
  const { buffers } = createBodyKeeper(createWireFormat(api, form)).body(
    { system: ['Be brief.'], tools, messages },
    OPTIONS,
  );
  return JSON.parse(Buffer.concat(buffers).toString());
}

const REFERENCE = {
  type: 'tool_reference',
  tool_name: 'late',
  description: 'About late',
  input_schema: SCHEMA,
} as const;

/** A search, its result with words beside it, and a tool that was added by itself. */
const SEARCHED: readonly ModelMessage[] = [
  { role: 'user', content: [{ type: 'text', text: 'hi' }] },
  {
    role: 'assistant',
    content: [
      { type: 'tool_use', id: 'c1', name: 'ToolSearch', input: { query: 'late' } },
      { type: 'tool_use', id: 'c2', name: 'Read', input: {} },
    ],
  },
  {
    role: 'user',
    content: [
      {
        type: 'tool_result',
        tool_use_id: 'c1',
        content: [REFERENCE, { type: 'text', text: 'Still connecting: s.' }],
        is_error: false,
      },
      { type: 'tool_result', tool_use_id: 'c2', content: 'text', is_error: false },
      { ...REFERENCE, tool_name: 'added' },
    ],
  },
];

const DEFINED = 'Tool late\nAbout late\nInput schema: {"type":"object","properties":{}}';
const ADDED = DEFINED.replace('Tool late', 'Tool added');

describe('deferred tools', () => {
  it('are sent to Anthropic unseen, and named in the result alone', () => {
    const { tools, messages } = body(
      'anthropic',
      'reference',
      [tool('Read'), tool('late', { isDeferred: true, isForeign: true }), tool('ToolSearch')],
      SEARCHED,
    );
    expect(
      tools.map(({ name, defer_loading: isDeferred }: Record<string, unknown>) => [name, isDeferred]),
    ).toEqual([
      ['Read', undefined],
      ['ToolSearch', undefined],
      ['late', true],
    ]);
    expect(messages[2].content).toEqual([
      { type: 'tool_result', tool_use_id: 'c1', content: [{ type: 'tool_reference', tool_name: 'late' }] },
      { type: 'tool_result', tool_use_id: 'c2', content: 'text' },
      { type: 'text', text: 'Still connecting: s.' },
      { type: 'text', text: ADDED, cache_control: { type: 'ephemeral' } },
    ]);
  });

  it('that Anthropic gets in messages follow what the user says, whose last block has the mark', () => {
    const late = { ...REFERENCE, is_added: true } as const;
    const messages = SEARCHED.with(2, {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'c1',
          content: [late, { ...REFERENCE, tool_name: 'known' }],
          is_error: false,
        },
        { type: 'tool_result', tool_use_id: 'c2', content: [late], is_error: false },
        { ...REFERENCE, tool_name: 'added' },
      ],
    });
    const wire = createWireFormat('anthropic', 'inline');
    expect([wire.betas?.({ messages }), wire.betas?.({ messages: SEARCHED.slice(0, 2) })]).toEqual([
      ['inline-tools-2026-09-15'],
      [],
    ]);
    const sent = body('anthropic', 'inline', [tool('Read'), tool('known', { isDeferred: true })], messages);
    const definition = (name: string) => ({
      type: 'tool_addition',
      tool: { type: 'tool_definition', name, description: 'About late', input_schema: SCHEMA },
    });
    expect(sent.messages.slice(2)).toEqual([
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'c1',
            content: [{ type: 'tool_reference', tool_name: 'known' }],
          },
          {
            type: 'tool_result',
            tool_use_id: 'c2',
            content: [{ type: 'text', text: 'Added to your tools: late' }],
            cache_control: { type: 'ephemeral' },
          },
        ],
      },
      { role: 'system', content: [definition('late'), definition('added')] },
    ]);
  });

  it('are what the search of the Responses API puts out, and what is added by itself', () => {
    const { tools, input } = body(
      'openai-responses',
      'search-output',
      [tool('Read'), tool('late', { isDeferred: true }), tool('ToolSearch')],
      SEARCHED,
    );
    const late = {
      type: 'function',
      name: 'late',
      description: 'About late',
      parameters: SCHEMA,
      strict: false,
    };
    expect(tools).toEqual([
      expect.objectContaining({ type: 'function', name: 'Read' }),
      { type: 'tool_search', execution: 'client', description: 'About ToolSearch', parameters: SCHEMA },
    ]);
    expect(input.slice(1)).toEqual([
      {
        type: 'tool_search_call',
        execution: 'client',
        call_id: 'c1',
        status: 'completed',
        arguments: { query: 'late' },
      },
      { type: 'function_call', call_id: 'c2', name: 'Read', arguments: '{}' },
      {
        type: 'tool_search_output',
        execution: 'client',
        call_id: 'c1',
        status: 'completed',
        tools: [{ ...late, defer_loading: true }],
      },
      { type: 'function_call_output', call_id: 'c2', output: 'text' },
      { role: 'developer', content: [{ type: 'input_text', text: 'Still connecting: s.' }] },
      { type: 'additional_tools', role: 'developer', tools: [{ ...late, name: 'added' }] },
    ]);
  });

  it.each(['anthropic', 'openai-chat', 'openai-responses', 'gemini'] as const)(
    'are reported as text where %s has no form for them',
    (api) => {
      const text = JSON.stringify(body(api, 'none', [tool('Read'), tool('ToolSearch')], SEARCHED));
      expect(text).not.toMatch(/tool_reference|tool_search|additional_tools|defer_loading/);
      for (const each of [DEFINED, ADDED, 'Still connecting: s.'])
        expect(text).toContain(JSON.stringify(each).slice(1, -1));
    },
  );
});

/** Tools, how many messages there are, and what has a cache mark. */
const MARKS: readonly (readonly [string, readonly ModelTool[], number, readonly string[], boolean])[] = [
  ['built-in tools alone', [tool('A'), tool('B')], 3, ['B'], true],
  ['foreign tools alone', [tool('x', { isForeign: true })], 3, ['x'], true],
  ['both, in the first request', [tool('A'), tool('x', { isForeign: true })], 1, ['A', 'x'], true],
  [
    'both, in a later one, whose messages have two marks',
    [tool('A'), tool('x', { isForeign: true })],
    3,
    ['A', 'x'],
    false,
  ],
  [
    'deferred ones, whatever they are',
    [tool('A'), tool('B', { isDeferred: true }), tool('x', { isForeign: true, isDeferred: true })],
    3,
    ['A'],
    true,
  ],
];

it.each(MARKS)('the cache of Anthropic is marked after %s', (_what, tools, count, marked, isSystemMarked) => {
  const messages = Array.from({ length: count }, (_, index): ModelMessage => {
    const content = [{ type: 'text', text: `${index}` }] as const;
    return index % 2 === 0 ? { role: 'user', content } : { role: 'assistant', content };
  });
  const sent = body('anthropic', 'reference', tools, messages);
  const hasMark = (block: object): boolean => 'cache_control' in block;
  expect(sent.tools.filter(hasMark).map(({ name }: { name: string }) => name)).toEqual(marked);
  expect(sent.system.some(hasMark)).toBe(isSystemMarked);
  expect(JSON.stringify(sent).split('cache_control').length - 1).toBeLessThanOrEqual(4);
});

/** The tools, the system texts and how many are shared, how many messages there are, and what has a cache mark. */
const SHARED_MARKS: readonly (readonly [
  what: string,
  tools: readonly ModelTool[],
  system: readonly [texts: readonly string[], shared: number],
  messages: number,
  marked: readonly string[],
])[] = [
  [
    'both ends in the first request',
    [tool('A'), tool('x', { isForeign: true })],
    [['Static.', 'Mine.', 'More.'], 1],
    1,
    ['A', 'Static.', 'More.'],
  ],
  [
    'its shared part alone in a later one',
    [tool('A'), tool('x', { isForeign: true })],
    [['Static.', 'Mine.'], 1],
    3,
    ['A', 'Static.'],
  ],
  ['both ends where there is room', [], [['Static.', 'Mine.'], 1], 3, ['Static.', 'Mine.']],
  ['its end if all of it is shared', [tool('A')], [['Static.', ' '], 2], 3, ['A', 'Static.']],
  ['its end alone if what is shared is blank', [], [[' ', 'Mine.'], 1], 3, ['Mine.']],
];

it.each(SHARED_MARKS)(
  'of a system prompt that other sessions share, the cache of Anthropic is marked after %s',
  (_what, tools, [system, sharedSystemTexts], count, marked) => {
    const messages = Array.from({ length: count }, (_, index): ModelMessage => {
      const content = [{ type: 'text', text: `${index}` }] as const;
      return index % 2 === 0 ? { role: 'user', content } : { role: 'assistant', content };
    });
    const request = requestOf(messages, { tools, system, sharedSystemTexts });
    const text = bodyText('anthropic', request);
    const sent = JSON.parse(text);
    const blocks: readonly { readonly name?: string; readonly text?: string }[] = [
      ...(sent.tools ?? []),
      ...sent.system,
    ];
    const found = blocks
      .filter((block) => 'cache_control' in block)
      .map(({ name, text: said }) => name ?? said);
    expect(found).toEqual(marked);
    expect(text.split('cache_control').length - 1).toBeLessThanOrEqual(4);
  },
);

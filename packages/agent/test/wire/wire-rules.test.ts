import type { ModelMessage, ModelRequest } from '@sluice/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createWireFormat, MODEL_FORMATS, type ModelFormat } from '../../src/index.ts';
import { bodyOf, bodyText, requestOf } from './parsed.ts';
import { randomConversation } from './random-conversation.ts';
import { REFUSED } from './rules.ts';

const numRuns = Number(process.env['SLUICE_RUNS'] ?? 200);

describe.each(MODEL_FORMATS)('a request of %s', (format) => {
  it('holds nothing that the API refuses', () => {
    fc.assert(
      fc.property(randomConversation, (messages) => {
        const text = bodyText(format, requestOf(messages));
        expect(REFUSED[format](JSON.parse(text))).toEqual([]);
        expect(text).not.toContain('somebody-else');
        expect(text).not.toContain('secret');
        expect(JSON.stringify(JSON.parse(text)).isWellFormed()).toBe(true);
        expect(JSON.stringify(JSON.parse(text))).not.toMatch(/\\ud[89a-f]/);
      }),
      { numRuns },
    );
  });

  it('sends the opaque blocks of its own API as they came', () => {
    const block = { type: 'x', thought: true, text: 'kept', list: [1, { __proto__: 2 }] };
    const own = { type: 'opaque', api: format, kind: 'other', block } as const;
    const text = bodyText(format, requestOf([{ role: 'assistant', content: [own] }]));
    // In Chat Completions its fields are those of the message.
    expect(text).toContain(
      format === 'openai-chat' ? JSON.stringify(block).slice(1, -1) : JSON.stringify(block),
    );
  });

  it('gives names back that it had to change', () => {
    const wire = createWireFormat(format);
    const names = ['Read', 'do.it', 'do_it', 'n'.repeat(90), `${'n'.repeat(90)}m`, 'größe', '', '_x'];
    const tools = names.map((name) => ({ name, description: '', inputSchema: { type: 'object' } }));
    const body = `${wire.head(requestOf([], { tools }), { model: 'm', maxOutputTokens: 1 })}${wire.tail(requestOf([], { tools }), { model: 'm', maxOutputTokens: 1 })}`;
    const sent = [...body.matchAll(/"name":"([^"]*)"/g)].map((match) => match[1] ?? '');
    expect(new Set(sent).size).toBe(names.length);
    expect(sent.map(wire.toolName)).toEqual(names);
    expect(wire.toolName('never_sent')).toBe('never_sent');
  });

  it('leaves out the fields that a server refuses, and asks for no stream where none is wanted', () => {
    const request = requestOf([{ role: 'user', content: [{ type: 'text', text: 'x' }] }], {
      isStreamed: false,
    });
    const body = bodyOf(format, request);
    expect(body.stream ?? false).toBe(false);
    expect(body.stream_options).toBeUndefined();
    const omit = new Set(
      Object.keys(body).filter((key) => !['model', 'messages', 'input', 'contents'].includes(key)),
    );
    const left = bodyOf(format, request, { model: 'm', maxOutputTokens: 1, omit });
    expect(Object.keys(left)).toHaveLength(format === 'gemini' ? 1 : 2);
  });
});

const DO_IT = 't_do_it_94431f4928';

it.each([
  ['anthropic', { type: 'auto' }, { type: 'any' }, { type: 'none' }, { type: 'tool', name: DO_IT }],
  ['openai-chat', 'auto', 'required', 'none', { type: 'function', function: { name: DO_IT } }],
  ['openai-responses', 'auto', 'required', 'none', { type: 'function', name: DO_IT }],
  [
    'gemini',
    { functionCallingConfig: { mode: 'AUTO' } },
    { functionCallingConfig: { mode: 'ANY' } },
    { functionCallingConfig: { mode: 'NONE' } },
    { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: [DO_IT] } },
  ],
] as const)('says the tool choice as %s does', (format, ...expected) => {
  const choices = ['auto', 'any', 'none', { name: 'do.it' }] as const;
  const sent = (toolChoice: ModelRequest['toolChoice'], more: Partial<ModelRequest> = {}): unknown => {
    const messages: ModelMessage[] = [{ role: 'user', content: [{ type: 'text', text: 'x' }] }];
    const body = bodyOf(
      format,
      requestOf(messages, { ...more, ...(toolChoice !== undefined && { toolChoice }) }),
    );
    return body.tool_choice ?? body.toolConfig;
  };
  expect(choices.map((choice) => sent(choice))).toEqual(expected);
  expect(sent(undefined)).toBeUndefined();
  // Without tools there is nothing to choose, and some APIs refuse the field.
  expect(sent('any', { tools: [] })).toBeUndefined();
});

it.each([
  ['anthropic', { type: 'document', source: { type: 'base64', media_type: 'application/pdf' }, title: 'T' }],
  [
    'openai-chat',
    { type: 'file', file: { filename: 'T', file_data: 'data:application/pdf;base64,JVBERi0x' } },
  ],
  [
    'openai-responses',
    { type: 'input_file', filename: 'T', file_data: 'data:application/pdf;base64,JVBERi0x' },
  ],
  ['gemini', { inlineData: { mimeType: 'application/pdf', data: 'JVBERi0x' } }],
] as const)('sends a document of the user as %s takes it', (format, expected) => {
  const source = { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0x' } as const;
  const content = [
    { type: 'text', text: 'Look' },
    { type: 'document', source, title: 'T' },
  ] as const;
  const { messages, input, contents } = bodyOf(format, requestOf([{ role: 'user', content }]));
  expect((messages ?? input ?? contents ?? []).at(-1)).toMatchObject(
    format === 'gemini' ? { parts: [{}, expected] } : { content: [{}, expected] },
  );
});

it.each([
  [
    'anthropic',
    { type: 'image', source: { type: 'url', url: 'https://a/b.png' } },
    { type: 'document', source: { type: 'url', url: 'https://a/c.pdf' }, title: 'T' },
  ],
  [
    'openai-chat',
    { type: 'image_url', image_url: { url: 'https://a/b.png' } },
    { type: 'text', text: '[document "T": https://a/c.pdf]' },
  ],
  [
    'openai-responses',
    { type: 'input_image', image_url: 'https://a/b.png' },
    { type: 'input_file', file_url: 'https://a/c.pdf' },
  ],
  ['gemini', { text: '[image: https://a/b.png]' }, { text: '[document "T": https://a/c.pdf]' }],
] as const)('sends files of the user that have an address as %s takes them', (format, image, document) => {
  const content = [
    { type: 'linked_file', kind: 'image', url: 'https://a/b.png' },
    { type: 'linked_file', kind: 'document', url: 'https://a/c.pdf', title: 'T' },
  ] as const;
  const { messages, input, contents } = bodyOf(format, requestOf([{ role: 'user', content }]));
  expect((messages ?? input ?? contents ?? []).at(-1)).toMatchObject(
    format === 'gemini' ? { parts: [image, document] } : { content: [image, document] },
  );
});

describe('images of results', () => {
  const image = {
    type: 'image',
    source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0=' },
  } as const;
  const messages = (isError: boolean): ModelMessage[] => [
    { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'Read', input: {} }] },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'c1',
          content: [{ type: 'text', text: 'a picture' }, image],
          is_error: isError,
        },
        { type: 'text', text: 'And?' },
      ],
    },
  ];
  const lastOf = (format: ModelFormat, isError: boolean): unknown[] => {
    const { messages: list, input, contents } = bodyOf(format, requestOf(messages(isError)));
    return (list ?? input ?? contents ?? []).slice(format === 'openai-chat' ? 2 : 1);
  };
  const url = 'data:image/png;base64,iVBORw0=';

  it('stand in the result where the API takes them there', () => {
    const result = {
      type: 'tool_result',
      tool_use_id: 'c1',
      content: [{ type: 'text', text: 'a picture' }, image],
    };
    expect(lastOf('anthropic', false)).toMatchObject([{ role: 'user', content: [result, { text: 'And?' }] }]);
    const output = [
      { type: 'input_text', text: 'a picture' },
      { type: 'input_image', image_url: url },
    ];
    expect(lastOf('openai-responses', false)).toMatchObject([
      { type: 'function_call_output', call_id: 'c1', output },
      { role: 'user', content: [{ type: 'input_text', text: 'And?' }] },
    ]);
  });

  it('follow it where it takes texts alone', () => {
    const error = { type: 'tool_result', is_error: true, content: [{ type: 'text', text: 'a picture' }] };
    expect(lastOf('anthropic', true)).toMatchObject([{ content: [error, image, { text: 'And?' }] }]);
    expect(lastOf('openai-chat', true)).toEqual([
      { role: 'tool', tool_call_id: 'c1', content: 'The call failed:\na picture' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'From the result of call c1:' },
          { type: 'image_url', image_url: { url } },
          { type: 'text', text: 'And?' },
        ],
      },
    ]);
    expect(lastOf('gemini', true)).toEqual([
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'c1', name: 'Read', response: { error: 'a picture' } } },
          { text: 'From the result of call c1:' },
          { inlineData: { mimeType: 'image/png', data: 'iVBORw0=' } },
          { text: 'And?' },
        ],
      },
    ]);
  });
});

it('sends the parts of Gemini back with their signatures, and a stand-in where another model made the call', () => {
  const signature = {
    type: 'opaque',
    api: 'gemini',
    kind: 'other',
    block: { thoughtSignature: 'sig' },
  } as const;
  const call = (id: string) => ({ type: 'tool_use', id, name: 'Read', input: {} }) as const;
  const parts = (content: Extract<ModelMessage, { role: 'assistant' }>['content']): unknown =>
    bodyOf('gemini', requestOf([{ role: 'assistant', content }])).contents?.[0]?.parts;
  const work = { name: 'Read', args: {} };
  expect(parts([signature, call('sluice_r_0'), call('sluice_r_1')])).toEqual([
    { functionCall: work, thoughtSignature: 'sig' },
    { functionCall: work },
  ]);
  expect(parts([call('toolu_1'), call('toolu_2')])).toEqual([
    { functionCall: { id: 'toolu_1', ...work }, thoughtSignature: 'skip_thought_signature_validator' },
    { functionCall: { id: 'toolu_2', ...work } },
  ]);
  expect(parts([signature, { type: 'text', text: 'x' }, signature])).toEqual([
    { text: '', thoughtSignature: 'sig' },
    { text: 'x' },
    { text: '', thoughtSignature: 'sig' },
  ]);
});

it('gives the addresses and headers of each API', () => {
  const given = MODEL_FORMATS.map((format) => {
    const wire = createWireFormat(format);
    return [wire.path('m/x y', true), wire.path('m', false), wire.headers('k'), wire.headers(undefined)];
  });
  const json = { 'content-type': 'application/json' };
  const anthropic = { ...json, 'anthropic-version': '2023-06-01' };
  const bearer = { ...json, authorization: 'Bearer k' };
  expect(given).toEqual([
    ['/v1/messages', '/v1/messages', { ...anthropic, 'x-api-key': 'k' }, anthropic],
    ['/chat/completions', '/chat/completions', bearer, json],
    ['/responses', '/responses', bearer, json],
    [
      '/v1beta/m/x%20y:streamGenerateContent?alt=sse',
      '/v1beta/models/m:generateContent',
      { ...json, 'x-goog-api-key': 'k' },
      json,
    ],
  ]);
});

import type { LateToolForm, ModelMessage } from '@sluice/core';
import { expect, it, onTestFinished } from 'vitest';
import { lateToolForm } from '../../src/providers/late-tool-form.ts';
import { acceptedForm, noteRefusedForm } from '../../src/providers/refused-late-tools.ts';
import type { ModelFormat } from '../../src/stream/model-format.ts';
import {
  assistantOf,
  eventsOf,
  lastFailure,
  open,
  requestOf,
  summary,
  userMessage,
} from '../support/drive.ts';
import type { Script } from '../support/model-server/script.ts';
import { startModelServer } from '../support/model-server/start-model-server.ts';

const ANTHROPIC = 'https://api.anthropic.com';
const OPENAI = 'https://api.openai.com/v1';

const FORMS: readonly (readonly [ModelFormat, string, string, boolean, LateToolForm])[] = [
  ['anthropic', ANTHROPIC, 'claude-sonnet-4-5', false, 'reference'],
  ['anthropic', ANTHROPIC, 'claude-haiku-4-5-20251001', false, 'reference'],
  ['anthropic', ANTHROPIC, 'claude-opus-4-7', false, 'reference'],
  ['anthropic', ANTHROPIC, 'claude-sonnet-4-8', false, 'reference'],
  ['anthropic', ANTHROPIC, 'claude-opus-4-8', false, 'inline'],
  ['anthropic', ANTHROPIC, 'claude-opus-5', false, 'inline'],
  ['anthropic', ANTHROPIC, 'claude-haiku-5-1-20261001', true, 'inline'],
  ['anthropic', ANTHROPIC, 'claude-sonnet-4-20250514', false, 'none'],
  ['anthropic', ANTHROPIC, 'claude-opus-4-1', false, 'none'],
  ['anthropic', ANTHROPIC, 'claude-3-5-sonnet-20241022', false, 'none'],
  ['anthropic', 'https://proxy.example', 'claude-opus-5', false, 'none'],
  ['anthropic', 'https://proxy.example', 'claude-opus-5', true, 'inline'],
  ['anthropic', 'https://proxy.example', 'anything', true, 'reference'],
  ['openai-responses', OPENAI, 'gpt-5.4', false, 'search-output'],
  ['openai-responses', OPENAI, 'gpt-6-mini', false, 'search-output'],
  ['openai-responses', OPENAI, 'gpt-5', false, 'none'],
  ['openai-responses', OPENAI, 'gpt-5.3-codex', false, 'none'],
  ['openai-responses', OPENAI, 'o3', false, 'none'],
  ['openai-responses', 'http://127.0.0.1:1/v1', 'gpt-5.4', false, 'none'],
  ['openai-responses', 'http://127.0.0.1:1/v1', 'gpt-5.4', true, 'search-output'],
  ['openai-chat', OPENAI, 'gpt-5.4', true, 'none'],
  ['gemini', 'https://generativelanguage.googleapis.com', 'gemini-3', true, 'none'],
];

it.each(FORMS)(
  '%s at %s, %s (wanted: %s) takes late tools in the form %s',
  (api, base, model, isWanted, form) => {
    expect(lateToolForm({ api, base: new URL(base), model }, isWanted)).toBe(form);
  },
);

async function serve(service: string, script: Script, model = 'test') {
  const server = await startModelServer(script);
  onTestFinished(() => server.close());
  const env = { ANTHROPIC_API_KEY: 'sk-test-0123456789', OPENAI_API_KEY: 'sk-test-0123456789' };
  const choice = { model: `${service}/${model}`, baseUrl: server.address, env, wantsLateTools: true };
  return { server, choice, provider: await open(choice) };
}

const LATE = {
  name: 'late',
  description: 'Late.',
  inputSchema: { type: 'object' },
  isDeferred: true,
} as const;
const SEARCH = { name: 'ToolSearch', description: 'Finds.', inputSchema: { type: 'object' } } as const;

it.each(['anthropic', 'openai-responses'] as const)(
  'a conversation with a search goes on at %s, and its server finds nothing wrong with it',
  async (service) => {
    const name = service === 'anthropic' ? 'ToolSearch' : 'tool_search';
    const { server, provider } = await serve(service, [
      { content: [{ type: 'call', name, input: { query: 'select:late' } }] },
      { content: [{ type: 'call', name: 'late', input: {} }] },
    ]);
    const tools = [SEARCH, LATE];
    const first = await eventsOf(provider, requestOf({ tools }));
    expect(summary(first)).toBe('call ToolSearch {"query":"select:late"}; tool_use');
    const assistant = assistantOf(first);
    const [call] = assistant.content;
    const result: ModelMessage = {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: call?.type === 'tool_use' ? call.id : '',
          content: [
            {
              type: 'tool_reference',
              tool_name: 'late',
              description: 'Late.',
              input_schema: { type: 'object' },
            },
          ],
          is_error: false,
        },
      ],
    };
    const messages = [userMessage('hello'), assistant, result];
    expect(summary(await eventsOf(provider, requestOf({ tools, messages })))).toBe('call late {}; tool_use');
    expect(server.problems).toEqual([]);
  },
);

it.each([
  ['anthropic', 'tools.1.custom.defer_loading: Extra inputs are not permitted'],
  ['openai-responses', "Invalid value: 'tool_search'. Supported values are: 'function'."],
] as const)(
  '%s that refuses the form is asked without it from then on, in this process',
  async (service, message) => {
    const error = { type: 'invalid_request_error', message };
    const { choice, provider } = await serve(
      service,
      [{ status: 400, error }, { content: [] }],
      `refuses-${service}`,
    );
    expect(provider.lateTools).not.toBe('none');
    expect(lastFailure(await eventsOf(provider, requestOf({ tools: [SEARCH, LATE] })))?.kind).toBe(
      'invalid-request',
    );
    expect(provider.lateTools).toBe('none');
    expect((await open(choice)).lateTools).toBe('none');
    expect((await open({ ...choice, model: `${service}/another` })).lateTools).not.toBe('none');
  },
);

it('a tool that joined late is sent in a message, with the beta beside those of the user', async () => {
  const { server, choice } = await serve('anthropic', [{ content: [] }, { content: [] }], 'claude-opus-5');
  const env = { ...choice.env, ANTHROPIC_CUSTOM_HEADERS: 'Anthropic-Beta: mine-2026' };
  const provider = await open({ ...choice, env });
  expect(provider.lateTools).toBe('inline');
  const tools = [SEARCH, { ...LATE, name: 'other' }];
  await eventsOf(provider, requestOf({ tools }));
  const added = {
    type: 'tool_reference',
    tool_name: 'late',
    description: 'Late.',
    input_schema: { type: 'object' },
  } as const;
  const words = { type: 'text', text: 'hello' } as const;
  await eventsOf(provider, requestOf({ tools, messages: [{ role: 'user', content: [words, added] }] }));
  expect(server.requests.map(({ headers }) => headers.get('anthropic-beta'))).toEqual([
    'mine-2026',
    'mine-2026,inline-tools-2026-09-15',
  ]);
  expect(server.problems).toEqual([]);
});

it.each([
  ['messages.2: Unexpected role "system".', 'reference'],
  ['Unexpected value(s) `inline-tools-2026-09-15` for the `anthropic-beta` header.', 'reference'],
  ['tools.1.custom.defer_loading: Extra inputs are not permitted', 'none'],
  ['messages: too many images', undefined],
] as const)('what refuses definitions in messages leaves the form before: %s', (text, rest) => {
  const endpoint = { base: new URL(ANTHROPIC), model: text };
  expect(noteRefusedForm(endpoint, 'inline', 400, text)).toBe(rest);
  expect(acceptedForm(endpoint, 'inline')).toBe(rest ?? 'inline');
  expect(noteRefusedForm(endpoint, 'inline', 500, text)).toBe(undefined);
});

it('another refusal says nothing of late tools', async () => {
  const error = { type: 'invalid_request_error', message: 'messages: too many images' };
  const { provider } = await serve('anthropic', [{ status: 400, error }], 'other');
  await eventsOf(provider, requestOf({ tools: [SEARCH, LATE] }));
  expect(provider.lateTools).toBe('reference');
});

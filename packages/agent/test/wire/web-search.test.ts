import type { ModelMessage } from '@sluice/core';
import { expect, it } from 'vitest';
import type { ModelFormat } from '../../src/index.ts';
import { bodyOf, OPTIONS, requestOf } from './parsed.ts';

const GO: ModelMessage = { role: 'user', content: [{ type: 'text', text: 'go' }] };

it('what Gemini found is not sent back to it', () => {
  const block = { groundingMetadata: { webSearchQueries: ['q'] } };
  const answer: ModelMessage = {
    role: 'assistant',
    content: [
      { type: 'text', text: 'Seven.' },
      { type: 'opaque', api: 'gemini', kind: 'other', block },
    ],
  };
  const body = bodyOf('gemini', requestOf([GO, answer, GO]), OPTIONS);
  expect(body).toMatchObject({ contents: [{}, { role: 'model', parts: [{ text: 'Seven.' }] }, {}] });
  expect(JSON.stringify(body)).not.toContain('grounding');
});

it.each<[ModelFormat, object]>([
  [
    'anthropic',
    {
      tools: [
        {
          type: 'web_search_20250305',
          name: 'web_search',
          max_uses: 3,
          allowed_domains: ['example.com'],
        },
      ],
    },
  ],
  [
    'openai-responses',
    {
      tools: [{ type: 'web_search', filters: { allowed_domains: ['example.com'] } }],
      include: ['reasoning.encrypted_content', 'web_search_call.action.sources'],
    },
  ],
  ['openai-chat', {}],
  ['gemini', { tools: [{ google_search: {} }] }],
])('%s asks its service to search, if its API can', (format, expected) => {
  const webSearch = { maxSearches: 3, allowedDomains: ['example.com'], blockedDomains: undefined };
  const body = bodyOf(format, requestOf([GO], { tools: [], webSearch }), OPTIONS);
  expect(body).toMatchObject(expected);
  expect('tools' in body).toBe('tools' in expected);
  expect(JSON.stringify(bodyOf(format, requestOf([GO], { tools: [] }), OPTIONS))).not.toContain('search');
});

import { expect, it } from 'vitest';
import { modelAccess } from '../../src/providers/model-access.ts';

type Env = Readonly<Record<string, string>>;

it.each<[string | undefined, Env, string]>([
  ['claude-x', { ANTHROPIC_API_KEY: 'k' }, 'anthropic api_key ANTHROPIC_API_KEY https://api.anthropic.com/'],
  [
    'claude-x',
    { ANTHROPIC_AUTH_TOKEN: 't' },
    'anthropic auth_token ANTHROPIC_AUTH_TOKEN https://api.anthropic.com/',
  ],
  [
    'claude-x',
    { ANTHROPIC_CUSTOM_HEADERS: 'x-api-key: k' },
    'anthropic custom_headers ANTHROPIC_CUSTOM_HEADERS https://api.anthropic.com/',
  ],
  ['claude-x', { ANTHROPIC_BASE_URL: 'http://u:p@h:1' }, 'anthropic none - http://h:1/'],
  [
    'gemini/g',
    { ANTHROPIC_API_KEY: 'k', GOOGLE_API_KEY: 'g' },
    'gemini api_key GOOGLE_API_KEY https://generativelanguage.googleapis.com/',
  ],
  ['ollama/m', {}, 'ollama none - http://127.0.0.1:11434/v1'],
  ['replay:a.jsonl', {}, 'replay none - -'],
  ['ai-sdk:@ai-sdk/x/m', {}, 'ai-sdk none - -'],
  [undefined, { ANTHROPIC_API_KEY: 'k' }, 'anthropic api_key ANTHROPIC_API_KEY https://api.anthropic.com/'],
  [undefined, {}, 'No model configured'],
  ['claude-x', {}, 'No key for anthropic'],
  ['claude-x', { ANTHROPIC_API_KEY: 'a\nb' }, 'The environment variable ANTHROPIC_API_KEY'],
])('%s with %j', (model, env, expected) => {
  const found = modelAccess({ model, env });
  const text = found.ok
    ? [
        found.access.service,
        found.access.authMethod,
        found.access.source ?? '-',
        found.access.address ?? '-',
      ].join(' ')
    : found.message;
  expect(text).toContain(expected);
  expect(JSON.stringify(found)).not.toMatch(/"(?:k|t|g)"/);
});

it.each<[string, Env, string]>([
  ['claude-x', { ANTHROPIC_API_KEY: 'k' }, 'yes'],
  ['claude-x', { ANTHROPIC_BASE_URL: 'http://h:1' }, 'maybe'],
  ['ollama/m', {}, 'no'],
  ['replay:a.jsonl', {}, 'no'],
])('%s with %j says whether its service searches the web: %3$s', (model, env, expected) => {
  expect(modelAccess({ model, env })).toMatchObject({ access: { searchesWeb: expected } });
});

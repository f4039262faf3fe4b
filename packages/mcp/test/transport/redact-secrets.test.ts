import { expect, it } from 'vitest';
import { redactSecrets } from '../../src/transport/redact-secrets.ts';

const sources = {
  env: { GITHUB_TOKEN: 'abcdefgh12', HOME: '/home/ada', EDITOR: 'editor-of-choice', VAULT: 'vaultvalue' },
  own: { API: 'own-value-1', SHORT: 'true', FILE: '/home/ada/graph.json' },
  credentials: new Set(['VAULT']),
};

it.each([
  ['token abcdefgh12 is bad', 'token [redacted] is bad'],
  ['abcdefgh12abcdefgh12', '[redacted][redacted]'],
  ['vault says vaultvalue', 'vault says [redacted]'],
  ['API=own-value-1', 'API=[redacted]'],
  ['Authorization: Bearer eyJhbGciOi.J9', 'Authorization: Bearer [redacted]'],
  ['postgres://ada:hunter2@db/x', 'postgres://ada:[redacted]@db/x'],
  ['key sk-0123456789abcdef0123 refused', 'key [redacted] refused'],
  ['ghp_0123456789abcdef0123', '[redacted]'],
  // What says nothing secret stays readable.
  ['true: /home/ada/graph.json, editor-of-choice', 'true: /home/ada/graph.json, editor-of-choice'],
  ['cannot find module sk-learn', 'cannot find module sk-learn'],
])('%j is shown as %j', (text, shown) => {
  expect(redactSecrets(text, sources)).toBe(shown);
});

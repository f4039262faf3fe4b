import { expect, it } from 'vitest';
import { redactForms, redactSecrets } from '../src/redact-secrets.ts';

const sources = {
  env: { GITHUB_TOKEN: 'abcdefgh12', HOME: '/home/ada', EDITOR: 'editor-of-choice', VAULT: 'vaultvalue' },
  own: { API: 'own-value-1', SHORT: 'true', FILE: '/home/ada/graph.json', PIN: 'a.1$', LOGIN: 'Bearer x7' },
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
  ['true: /home/ada/x.json, editor-of-choice', 'true: /home/ada/x.json, editor-of-choice'],
  // All values of the entry itself, but for plain ones.
  ['no file /home/ada/graph.json', 'no file [redacted]'],
  ['PIN=a.1$ is wrong, not aa.1$ or ab1', 'PIN=[redacted] is wrong, not aa.1$ or ab1'],
  ['{"authorization":"Bearer x7"}, x7, x77', '{"authorization":"[redacted]"}, [redacted], x77'],
  ['cannot find module sk-learn', 'cannot find module sk-learn'],
])('%j is shown as %j', (text, shown) => {
  expect(redactSecrets(text, sources)).toBe(shown);
});

it.each([
  ['https://ada:p@ss w@x', 'https://ada:[redacted]@ss w@x'],
  ['https://ghp_0123456789abcdef@example.com/mcp', 'https://[redacted]@example.com/mcp'],
  [
    'https://git@example.com/mcp?page=2&api_key=0a1b#x',
    'https://git@example.com/mcp?page=2&api_key=[redacted]#x',
  ],
])('the address %j is shown as %j', (text, shown) => {
  expect(redactForms(text)).toBe(shown);
});

import { expect, it } from 'vitest';
import type { ConfiguredServer } from '../../src/config/configured-server.ts';
import { remedyForModel, remedyForUser } from '../../src/session/remedies.ts';

const OWN: ConfiguredServer = {
  name: 'my server',
  scope: 'user',
  file: '/h/.sluice/mcp.json',
  raw: {},
  hash: '',
  start: { status: 'failed', reason: '' },
  notices: [],
};
const typed = (name: string): string => `/mcp reconnect ${name}`;

it.each([
  ['the user’s own', OWN, 'sluice mcp get "my server"'],
  ['the project’s', { ...OWN, scope: 'project' }, 'sluice mcp get "my server"'],
  [
    'a flag’s file',
    { ...OWN, scope: 'flag', file: '/a b.json' },
    'sluice mcp get "my server" --mcp-config "/a b.json"',
  ],
  [
    'a flag’s text',
    { ...OWN, scope: 'flag', file: undefined },
    'sluice mcp get "my server" --mcp-config "…"',
  ],
  [
    'a plugin’s',
    { ...OWN, scope: 'plugin', file: '/a b/.mcp.json' },
    'sluice mcp get "my server" --plugin-dir "/a b"',
  ],
  ['an agent file’s', { ...OWN, scope: 'project', agentFile: '.claude/agents/x.md' }, undefined],
] as const)('a server that failed is checked with a command that knows it: %s', (_title, server, command) => {
  const shown = command?.replaceAll('"', "'");
  expect(remedyForUser(server, 'It failed.', undefined)).toBe(shown && `To try it again, run: ${shown}`);
  expect(remedyForUser(server, 'It failed.\nwhy', undefined)).toBe(
    shown && `To see its output, run: ${shown}`,
  );
  expect(remedyForModel(server, undefined)).toBe(shown && `The user can check it: ${shown}`);
});

it('where the user can connect it again, that is what is named', () => {
  expect(remedyForUser(OWN, 'It failed.', typed)).toBe('To reconnect it: /mcp reconnect my server');
  expect(remedyForModel(OWN, typed)).toBe('The user can reconnect it: /mcp reconnect my server');
});

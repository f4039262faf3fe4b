import { expect, it } from 'vitest';
import { selfServers } from '../../../src/cli/mcp/serve/self-servers.ts';
import type { ConfiguredServer } from '@sluice/mcp/config';

type Connection = Extract<ConfiguredServer['start'], { readonly status: 'ready' }>['entry']['connection'];

const local = (cwd: string | undefined, ...words: readonly string[]): Connection => ({
  kind: 'stdio',
  command: words[0] ?? '',
  args: words.slice(1),
  env: {},
  cwd,
});
const remote = (url: string): Connection => ({
  kind: 'http',
  url,
  headers: {},
  headersHelper: undefined,
  oauth: undefined,
});

it.each<readonly [string, Connection, boolean]>([
  ['the same command', local(undefined, 'sluice', 'mcp', 'serve', '--with-servers'), true],
  ['by node', local(undefined, 'node', 'bin.js', 'mcp', 'serve', '--cwd', '/p', '--with-servers'), true],
  ['another directory', local(undefined, 'sluice', 'mcp', 'serve', '--with-servers', '--cwd', '/q'), false],
  ['started elsewhere', local('/q', 'sluice', 'mcp', 'serve', '--with-servers'), false],
  ['no gateway', local(undefined, 'sluice', 'mcp', 'serve'), false],
  ['another program', local(undefined, 'other', '--with-servers'), false],
  ['its address', remote('http://127.0.0.1:3901/mcp'), true],
  ['its address by name', remote('http://localhost:3901/mcp'), true],
  ['another port', remote('http://127.0.0.1:3902/mcp'), false],
  ['another machine', remote('http://192.0.2.1:3901/mcp'), false],
])('a server that is the gateway itself is known: %s', (_, connection, isSelf) => {
  const server: ConfiguredServer = {
    name: 's',
    scope: 'user',
    file: undefined,
    raw: {},
    hash: '',
    notices: [],
    start: {
      status: 'ready',
      entry: {
        connection,
        timeoutMs: undefined,
        alwaysLoad: false,
        isTrusted: false,
        protocol: undefined,
        tools: { include: undefined, exclude: [] },
      },
    },
  };
  const http = { host: '127.0.0.1', port: 3901 };
  expect(selfServers([server], { directory: '/p', http })).toEqual(isSelf ? ['s'] : []);
});

import type { McpServerStatus } from '@sluice/mcp';
import { expect, it } from 'vitest';
import { mcpCommand } from '../../../../src/cli/interactive/commands/mcp.ts';
import type { CommandContext } from '../../../../src/cli/interactive/commands/slash-command.ts';

const server = (name: string, more: Partial<McpServerStatus>): McpServerStatus => ({
  name,
  scope: 'flag',
  isInClient: false,
  state: 'connected',
  reason: undefined,
  tools: [],
  problems: [],
  definitionTokens: 0,
  sizeProblem: undefined,
  serverInfo: undefined,
  protocolVersion: undefined,
  ...more,
});

const SERVERS = [
  server('a', { tools: ['mcp__a__x'], problems: ['A tool has no name. It is left out.'] }),
  server('long', { state: 'cached', tools: ['mcp__long__x', 'mcp__long__y'], scope: 'user' }),
  server('bad', { state: 'failed', reason: 'The server exited. It last wrote:\nno\u001b[2J key' }),
];

function typed(args: string, servers: readonly McpServerStatus[] | undefined): readonly string[] {
  const lines: string[] = [];
  const mcp = servers && {
    status: () => servers,
    reconnect: (name: string) => servers.some((one) => one.name === name),
  };
  const context = {
    parts: { mcp },
    print: (text: string) => void lines.push(text),
    note: (text: string) => void lines.push(`! ${text}`),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the command uses no more of it
  void mcpCommand.run(args, context as unknown as CommandContext);
  return lines;
}

it('/mcp shows the servers that the session has, with what is wrong', () => {
  expect(typed('', SERVERS)).toEqual([
    'a     connected, 1 tool  (flag)',
    '  A tool has no name. It is left out.',
    'long  known, not connected, 2 tools  (user)',
    'bad   failed  (flag)',
    '  The server exited. It last wrote:',
    '  no⟨U+001B⟩[2J key',
  ]);
});

it.each([
  [
    '',
    undefined,
    'This session has no MCP servers. Add one in another terminal: sluice mcp add NAME -- COMMAND',
  ],
  ['reconnect bad', SERVERS, 'Connecting to bad again. /mcp shows its state.'],
  ['reconnect nope', SERVERS, '! No MCP server of that name is in use; /mcp lists them.'],
  ['reconnect', SERVERS, '! Use /mcp, or /mcp reconnect NAME.'],
  ['restart a', SERVERS, '! Use /mcp, or /mcp reconnect NAME.'],
])('/mcp %s says what came of it', (args, servers, line) => {
  expect(typed(args, servers)).toEqual([line]);
});

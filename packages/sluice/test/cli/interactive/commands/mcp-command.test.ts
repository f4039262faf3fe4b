import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { McpServerStatus } from '@sluice/mcp';
import { expect, it, onTestFinished, vi } from 'vitest';
import { mcpCommand } from '../../../../src/cli/interactive/commands/mcp.ts';
import { scratch } from '../../exec/support/scratch.ts';
import type { CommandContext } from '../../../../src/cli/interactive/commands/slash-command.ts';

const server = (name: string, more: Partial<McpServerStatus>): McpServerStatus => ({
  name,
  scope: 'flag',
  isInClient: false,
  state: 'connected',
  reason: undefined,
  tools: [],
  problems: [],
  config: {},
  definitionTokens: 0,
  sizeProblem: undefined,
  serverInfo: undefined,
  protocolVersion: undefined,
  ...more,
});

const SERVERS = [
  server('a', { tools: ['mcp__a__x'], problems: ['A tool has no name. It was skipped.'] }),
  server('long', { state: 'cached', tools: ['mcp__long__x', 'mcp__long__y'], scope: 'user' }),
  server('bad', { state: 'failed', reason: 'The server exited. Its last output:\nno\u001b[2J key' }),
];

async function typed(
  args: string,
  servers: readonly McpServerStatus[] | undefined,
): Promise<readonly string[]> {
  const lines: string[] = [];
  const mcp = servers && {
    status: () => servers,
    userRemedy: (name: string) =>
      servers.some((one) => one.name === name && one.state === 'failed')
        ? `Do something about ${name}`
        : undefined,
    reconnect: (name: string) => servers.some((one) => one.name === name),
  };
  const context = {
    parts: { mcp },
    print: (text: string) => void lines.push(text),
    note: (text: string) => void lines.push(`! ${text}`),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the command uses no more of it
  await mcpCommand.run(args, context as unknown as CommandContext);
  return lines;
}

it('/mcp shows the servers that the session has, with what is wrong', async () => {
  expect(await typed('', SERVERS)).toEqual([
    'a     connected, 1 tool  (flag)',
    '  A tool has no name. It was skipped.',
    'long  known, not connected, 2 tools  (user)',
    'bad   failed  (flag)',
    '  The server exited. Its last output:',
    '  no⟨U+001B⟩[2J key',
    'Do something about bad',
  ]);
});

it.each([
  [
    '',
    undefined,
    'This session has no MCP servers. Add one in another terminal: sluice mcp add NAME -- COMMAND',
  ],
  ['reconnect bad', SERVERS, 'Reconnecting to bad. /mcp shows its state.'],
  ['reconnect nope', SERVERS, '! No MCP server with that name is in use; /mcp lists them.'],
  ['reconnect', SERVERS, '! Use /mcp, /mcp approve [NAME], or /mcp reconnect NAME.'],
  ['restart a', SERVERS, '! Use /mcp, /mcp approve [NAME], or /mcp reconnect NAME.'],
])('/mcp %s says what came of it', async (args, servers, line) => {
  expect(await typed(args, servers)).toEqual([line]);
});

it('/mcp says how to approve a server that waits for it', async () => {
  const waiting = server('ours', { state: 'pending-approval', scope: 'project' });
  expect(await typed('', [waiting])).toEqual([
    'ours  not approved  (project)',
    'To see a server that is not approved, and to approve it: /mcp approve NAME',
  ]);
});

it('/mcp approve shows the entries of the project that wait, and notes what the user agrees to', async () => {
  const [home, cwd] = [scratch(), scratch()];
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('HOME', home);
  vi.stubEnv('SLUICE_CONFIG_DIR', undefined);
  mkdirSync(join(cwd, '.git'));
  const entries = { 'our server': { command: 'run', args: ['\u202ea'] }, other: { command: 'x' } };
  writeFileSync(join(cwd, '.mcp.json'), JSON.stringify({ mcpServers: entries }));
  const lines: string[] = [];
  const approve = async (args: string, isYes: boolean): Promise<readonly string[]> => {
    lines.length = 0;
    const context = {
      parts: { cwd },
      confirm: async (text: string) => (lines.push(`? ${text}`), isYes),
      print: (text: string) => void lines.push(text),
      note: (text: string) => void lines.push(`! ${text}`),
    };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the command uses no more of it
    await mcpCommand.run(args, context as unknown as CommandContext);
    return lines;
  };
  const question = `? Start the MCP server "our server" of ${cwd}/.mcp.json?\n"command": "run"\n"args": ["⟨U+202E⟩a"]`;
  expect(await approve('approve our server', false)).toEqual([
    question,
    '! The MCP server our server was not approved.',
  ]);
  expect(await approve('approve our server', true)).toEqual([
    question,
    'Approved our server. It starts now; /mcp shows its state.',
  ]);
  const kept: unknown = JSON.parse(readFileSync(join(home, '.sluice/mcp-approvals.json'), 'utf8'));
  expect(kept).toMatchObject({ approvals: [{ repository: cwd, server: 'our server' }] });
  expect(await approve('approve our server', true)).toEqual([
    '! The MCP server our server is not waiting for approval.',
  ]);
  expect(await approve('approve othr', true)).toEqual([
    '! there is no MCP server "othr"; did you mean other?',
  ]);
  expect(await approve('approve', true)).toHaveLength(2);
  expect(await approve('approve', true)).toEqual(['! No MCP server is waiting for approval.']);
});

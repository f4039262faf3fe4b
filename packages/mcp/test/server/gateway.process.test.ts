import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { shellWord } from '@sluice/base';
import { expect, it } from 'vitest';
import { connectToProgram, ERAS, PROGRAM } from './support/connect.ts';
import { scratch } from './support/scratch.ts';
import { until } from './support/until.ts';

const require = createRequire(import.meta.url);
const EVERYTHING = join(
  dirname(require.resolve('@modelcontextprotocol/server-everything/package.json')),
  'dist/index.js',
);
const ALLOWED = ['--permission-mode', 'bypassPermissions'];

function servers(entries: object): (home: string) => void {
  return (home) => {
    mkdirSync(join(home, '.sluice'));
    writeFileSync(join(home, '.sluice/mcp.json'), JSON.stringify({ mcpServers: entries }));
  };
}

it.each(ERAS)(
  'a client of the %s era calls the tools of a server behind ours, under their names',
  async (era) => {
    const setUp = servers({ all: { command: process.execPath, args: [EVERYTHING] } });
    const { client } = await connectToProgram(['--with-servers', ...ALLOWED], { era, setUp });
    const names = await until(async () => {
      const { tools } = await client.listTools();
      return tools.some(({ name }) => name === 'mcp__all__echo') ? tools.map(({ name }) => name) : undefined;
    });
    expect(names).toEqual(expect.arrayContaining(['Bash', 'Read', 'mcp__all__echo']));
    expect(names).not.toContain('ToolSearch');
    const result = await client.callTool({ name: 'mcp__all__echo', arguments: { message: 'through' } });
    expect(result).toMatchObject({ content: [{ type: 'text', text: 'Echo: through' }] });
    await expect(client.callTool({ name: 'echo', arguments: {} })).rejects.toThrow('Did you mean');
    const weather = 'mcp__all__get-structured-content';
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === weather)?.outputSchema).toMatchObject({
      properties: { temperature: { type: 'number' } },
    });
    const structured = await client.callTool({ name: weather, arguments: { location: 'Chicago' } });
    expect(structured.structuredContent).toMatchObject({ temperature: expect.any(Number) });
  },
);

it.each(ERAS)('a form of a server behind ours is shown by the client of the %s era', async (era) => {
  const setUp = servers({ all: { command: process.execPath, args: [EVERYTHING] } });
  const forms: string[] = [];
  const onForm = ({ message }: { message: string }) => {
    forms.push(message);
    return { action: 'accept' as const, content: { name: 'Ada' } };
  };
  const { client } = await connectToProgram(['--with-servers', ...ALLOWED], { era, setUp, onForm });
  const name = 'mcp__all__trigger-elicitation-request';
  await until(async () => {
    const { tools } = await client.listTools();
    return tools.some((tool) => tool.name === name) ? true : undefined;
  });
  const result = await client.callTool({ name, arguments: {} });
  expect(JSON.stringify(result.content)).toContain('Ada');
  expect(forms).toEqual([expect.stringMatching(/^mcp:all: /)]);
});

it('a gateway that is among its own servers is not started again', async () => {
  const directory = scratch();
  const log = join(scratch(), 'nested.log');
  const self = [process.execPath, ...PROGRAM, 'mcp', 'serve', '--with-servers', '--cwd', directory];
  // It can't be told by its words.
  const args = ['-c', `${self.map(shellWord).join(' ')} 2>> ${log}; echo "exit $?" >> ${log}`];
  const setUp = servers({ self: { command: 'sh', args } });
  const { client } = await connectToProgram(['--with-servers', ...ALLOWED], { setUp }, directory);
  const said = await until(() => {
    const text = readIfThere(log);
    return text.includes('exit') ? text : undefined;
  });
  expect(said).toBe(
    `sluice mcp serve: --with-servers: the servers of ${directory} lead back to this program; remove it from their configuration\nexit 2\n`,
  );
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain('Bash');
});

it('a tool that no client may use cannot be requested', async () => {
  const { stderr, exited } = startProgram(['--tools', 'Read,EnterPlanMode']);
  expect(await exited).toBe(2);
  expect(stderr()).toBe(
    "sluice mcp serve: --tools: EnterPlanMode works only in an agent's own session. MCP clients can't use it; remove it\n",
  );
});

function startProgram(args: readonly string[]): { stderr(): string; readonly exited: Promise<unknown> } {
  const words = [...PROGRAM, 'mcp', 'serve', '--cwd', scratch(), ...args];
  const env = { PATH: process.env['PATH'] ?? '', HOME: scratch() };
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'ignore', 'pipe'], env });
  let said = '';
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  return { stderr: () => said, exited: once(child, 'close').then(([code]) => code) };
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

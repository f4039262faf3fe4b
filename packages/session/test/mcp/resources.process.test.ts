import { expect, it } from 'vitest';
import { withServer } from './support/with-server.ts';

it('resources of a server are listed, and read by their URI', async () => {
  const { text, call } = await withServer({ hasResources: true });
  const listed = [
    { server: 'f', uri: 'x:1', name: 'one' },
    { server: 'f', uri: 'x:2', name: 'Two', mimeType: 'text/plain' },
  ];
  expect(JSON.parse(await text('ListMcpResourcesTool'))).toEqual(listed);
  expect(JSON.parse(await text('ListMcpResourcesTool', { server: 'f' }))).toEqual(listed);
  expect(await text('ListMcpResourcesTool', { server: 'g' })).toContain('Servers that do: f.');
  expect(await text('ReadMcpResourceTool', { server: 'f', uri: 'x:1' })).toMatch(
    /^Resource x:1:\nwords\|\[resource, image\/png, x:1, 5 bytes, saved to \/.*\.png\]$/,
  );
  expect((await call('ReadMcpResourceTool', { server: 'f', uri: 'x:9' })).outcome.code).toBe('tool-error');
  expect(await text('ReadMcpResourceTool', { server: 'f', uri: 'x:9' })).toContain('no such resource');
});

it.each(['method', 'tree'] as const)('the children of a directory are listed (%s)', async (directory) => {
  const { text, call } = await withServer({ hasResources: true, directory });
  const children = [
    { server: 'f', uri: 'x:/docs/a.md', name: 'a.md' },
    { server: 'f', uri: 'x:/docs/more', name: 'more', mimeType: 'inode/directory' },
  ];
  expect(JSON.parse(await text('ReadMcpResourceDirTool', { server: 'f', uri: 'x:/docs' }))).toEqual(children);
  const other = await call('ReadMcpResourceDirTool', { server: 'f', uri: 'x:/none' });
  expect(other.outcome.code).toBe(directory === 'method' ? 'tool-error' : 'ok');
  expect(await text('ReadMcpResourceDirTool', { server: 'g', uri: 'x:/docs' })).toContain(
    'No MCP server "g"',
  );
});

it.each(['mcp__f', 'mcp__f__*', 'mcp__*'])(
  'a server that %s denies has no resources and prompts',
  async (rule) => {
    const faults = { hasResources: true, prompts: 'listed' as const };
    const { mcp, runtime } = await withServer(faults, {}, undefined, {}, { deny: [rule] });
    const { signal } = new AbortController();
    expect(await mcp.resources(signal)).toEqual([]);
    expect(await mcp.readResource({ server: 'f', uri: 'x:1', signal })).toMatchObject({
      status: 'closed',
      reason: 'A rule denies the MCP server f.',
    });
    expect(mcp.prompts()).toEqual([]);
    expect(runtime.pool.find('ReadMcpResourceTool')).toBeUndefined();
  },
);

it.each([
  ['mcp__f', 'denied'],
  ['mcp__*', 'denied'],
  ['mcp__f__x', 'ok'],
  ['mcp__g', 'ok'],
])('a rule %s that asks about a server asks about its resources, too: %s', async (rule, expected) => {
  const { call } = await withServer({ hasResources: true }, {}, undefined, {}, { ask: [rule] });
  const code = expected === 'ok' ? 'ok' : 'denied';
  for (const [tool, input] of [
    ['ListMcpResourcesTool', {}],
    ['ReadMcpResourceTool', { server: 'f', uri: 'x:1' }],
    ['ReadMcpResourceDirTool', { server: 'f', uri: 'x:/docs' }],
  ] as const)
    expect((await call(tool, input)).outcome.code).toBe(code);
});

it.each([
  ['x:1', 'ok'],
  ['x:/docs', 'ok'],
  ['x:9', 'denied'],
])('in plan mode, only what a server lists is read without a question: %s, %s', async (uri, code) => {
  const faults = { hasResources: true, ...(uri === 'x:/docs' && { directory: 'tree' as const }) };
  const { call, runtime } = await withServer(faults, {}, undefined, {}, { defaultMode: 'plan' });
  expect(runtime.permission.current().mode).toBe('plan');
  const tool = uri === 'x:/docs' ? 'ReadMcpResourceDirTool' : 'ReadMcpResourceTool';
  const found = await call(tool, { server: 'f', uri });
  expect(found.outcome.code).toBe(code);
});

it('a rule that denies the name of a prompt denies that prompt', async () => {
  const faults = { prompts: 'listed' as const };
  const { mcp } = await withServer(faults, {}, undefined, {}, { deny: ['mcp__f__plain'] });
  const names = mcp.prompts().map(({ name }) => name);
  expect(names.length).toBeGreaterThan(0);
  expect(names).not.toContain('mcp__f__plain');
});

it('without a server that has resources there are no tools for them', async () => {
  const { runtime } = await withServer({});
  expect(runtime.pool.find('ListMcpResourcesTool')).toBeUndefined();
});

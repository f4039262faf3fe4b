import type { AnyTool } from '@sluice/core';
import { expect, it } from 'vitest';
import { local, open } from './support/open-server.ts';
import { takingPool } from './support/taking-pool.ts';

it.each([true, false])(
  'a server that announces another list and withholds it is called with a note that says so; trusted: %j',
  async (isTrusted) => {
    const published: (readonly AnyTool[])[] = [];
    const pool = takingPool((tools) => published.push(tools));
    const env = { LIST: 'withheld', MCP_TIMEOUT: '10000' };
    const servers = await open(local('both'), { env, pool, isTrusted });
    const context = { callId: 'a', signal: new AbortController().signal, idle: (wait: unknown) => wait };
    const call = async (): Promise<unknown> => published.at(-1)?.[0]?.call({}, context as never);
    const content = [{ type: 'text', text: 'hello' }];
    expect(await call()).toEqual({ data: { content } });
    const why =
      "announced that its tools have changed, and its new list can't be read: tools/list took longer than 10 s.";
    // It waits for the list, for as long as one may take.
    expect(await call()).toEqual({
      data: { content, note: `Note: the MCP server s ${why} The tool may no longer be as described.` },
    });
    expect(servers.status()[0]).toMatchObject({
      state: 'connected',
      tools: ['mcp__s__say'],
      problems: [`It ${why} Its earlier list is still used.`],
    });
  },
);

it('a server that is not listed in time has no tools, and the reason says what to do', async () => {
  const env = { LIST: 'hangs-once', MCP_TIMEOUT: '10000' };
  const servers = await open(local('both'), { env });
  expect(servers.status()[0]).toMatchObject({
    state: 'connected',
    tools: [],
    problems: [
      'It did not list its tools within 10 s of its start. If it starts slowly, set MCP_TIMEOUT to more milliseconds.',
    ],
  });
});

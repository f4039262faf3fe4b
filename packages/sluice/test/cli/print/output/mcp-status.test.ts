import { expect, it } from 'vitest';
import { clientMcpState, mcpStatus } from '../../../../src/cli/print/output/mcp-status.ts';

it('names and describes tools as their servers do', () => {
  const status = {
    ...{
      name: 'my server',
      scope: 'user',
      isInClient: false,
      state: 'connected',
      reason: undefined,
      serverInfo: undefined,
    },
    problems: ['The tool "x" is left out.'],
    tools: ['mcp__my_server__ping', 'mcp__my_server__a__b', 'other'],
  } as const;
  const ping = { description: 'Answers', annotations: { mcpAnnotations: { readOnlyHint: true } } };
  const tools = { find: (name: string) => (name === 'mcp__my_server__ping' ? ping : undefined) };
  expect(mcpStatus({ status: () => [status as never] }, tools)).toMatchObject({
    mcpServers: [
      {
        name: 'my server',
        status: 'connected',
        source: 'user',
        problems: ['The tool "x" is left out.'],
        tools: [
          { name: 'ping', description: 'Answers', annotations: { readOnly: true } },
          { name: 'a__b' },
          { name: 'other' },
        ],
      },
    ],
  });
});

it.each([
  ['disabled', 'disabled'],
  ['pending-approval', 'pending'],
  ['connecting', 'pending'],
  ['cached', 'connected'],
  ['connected', 'connected'],
  ['needs-auth', 'needs-auth'],
  ['failed', 'failed'],
] as const)('a server that is %s is %s for a client', (state, shown) => {
  expect(clientMcpState(state)).toBe(shown);
});

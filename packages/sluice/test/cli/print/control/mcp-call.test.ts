import { defineTool, type AnyTool } from '@sluice/core';
import { expect, it } from 'vitest';
import { callMcpTool } from '../../../../src/cli/print/control/mcp-call.ts';

const SAY: AnyTool = defineTool({
  name: 'mcp__s__say',
  description: 'Says it.',
  inputSchema: { type: 'object' },
  annotations: { mcpServer: 's', mcpTool: 'say' },
  call: async () => ({ data: '' }),
});

it('mcp_call runs a tool only as it is known when the request comes', async () => {
  const seen: object[] = [];
  const reason = 'mcp__s__say has changed since this call was decided; nothing was run. Call it again.';
  const mcp = {
    status: () => [{ name: 's' }],
    call: async ({ signal: _signal, ...call }: { readonly signal: AbortSignal }) => {
      seen.push(call);
      return { status: 'lost', reason, isUnsent: true, isChanged: true };
    },
  };
  const agent = {
    parts: { mcp },
    runtime: { pool: { find: () => SAY }, agent: { deniesTool: () => undefined } },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the request uses no more of it
  const answer = await callMcpTool(agent as unknown as Parameters<typeof callMcpTool>[0], {
    tool: 'mcp__s__say',
    arguments: { words: 'a' },
  });
  expect(seen).toEqual([{ server: 's', tool: 'say', input: { words: 'a' }, isOnlyAsKnown: true }]);
  expect(answer).toEqual({ ok: false, error: `mcp__s__say: ${reason}` });
});

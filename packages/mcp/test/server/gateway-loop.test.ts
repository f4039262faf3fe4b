import { defineTool } from '@sluice/core';
import { expect, it } from 'vitest';
import { INSTANCES_META_KEY, instancesOf } from '../../src/instances.ts';
import { statelessCall } from './support/raw-client.ts';
import { serveTools } from './support/serve-tools.ts';

it('a call carries the gateways that it has come through, and one that comes back is refused', async () => {
  const seen: (readonly string[] | undefined)[] = [];
  const pass = defineTool({
    name: 'Pass',
    description: 'Passes a call on.',
    inputSchema: { type: 'object', properties: {} },
    async call(_, { messageId }) {
      seen.push(instancesOf(messageId));
      return { data: 'passed' };
    },
  });
  const { url } = await serveTools([pass]);
  const through = (instances: readonly string[]) =>
    statelessCall(url, { name: 'Pass', arguments: {}, meta: { [INSTANCES_META_KEY]: [...instances] } });
  await through([]);
  const [own = ''] = seen[0] ?? [];
  await through(['a', 'b']);
  expect(seen).toEqual([[own], ['a', 'b', own]]);
  expect(await through(['a', own, 'b'])).toMatchObject({
    error: { message: expect.stringContaining('come back') },
  });
  expect(seen).toHaveLength(2);
  // Of no client's call.
  expect(instancesOf('message-1')).toBeUndefined();
});

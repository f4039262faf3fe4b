import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { client, type AnyMessage, type SessionUpdate } from '@agentclientprotocol/sdk';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { AcpServer } from '../../../src/cli/acp/acp-server.ts';
import { createStop } from '../../../src/cli/stop/stop.ts';
import { parsePrintOptions } from '../../../src/cli/print/parse-print-options.ts';
import { calls, words } from '../print/support/answers.ts';
import { printPlace } from '../print/support/print.ts';

test("the protocol's own client in the same process: a session, a question, a change, and the end", async () => {
  await using server = await startModelServer([
    calls(['Write', { file_path: 'a.txt', content: 'one\n' }, 'toolu_w']),
    words('All done.'),
  ]);
  const { cwd, env } = printPlace(server);
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const parsed = parsePrintOptions(['--model', 'anthropic/claude-sonnet-4-5']);
  if (parsed.kind !== 'options') throw new Error('no options');
  const stop = createStop();
  const warned: string[] = [];
  const acp = new AcpServer({
    ...{ options: parsed.options, version: '1.2.3', stop },
    warn: (text) => void warned.push(text),
  });
  const [toAgent, toClient] = [
    new TransformStream<AnyMessage, AnyMessage>(),
    new TransformStream<AnyMessage, AnyMessage>(),
  ];
  const served = acp.app().connect({ readable: toAgent.readable, writable: toClient.writable });
  const updates: SessionUpdate[] = [];
  const { agent } = client({ name: 'test' })
    .onRequest('session/request_permission', () => ({ outcome: { outcome: 'selected', optionId: 'allow' } }))
    .onNotification('session/update', ({ params }) => void updates.push(params.update))
    .connect({ readable: toClient.readable, writable: toAgent.writable });
  expect(await agent.request('initialize', { protocolVersion: 1 })).toMatchObject({
    ...{ protocolVersion: 1, agentInfo: { name: 'sluice', version: '1.2.3' } },
  });
  const { sessionId } = await agent.request('session/new', { cwd, mcpServers: [] });
  const prompt = [{ type: 'text' as const, text: 'Write a file.' }];
  expect(await agent.request('session/prompt', { sessionId, prompt })).toEqual({ stopReason: 'end_turn' });
  expect(readFileSync(join(cwd, 'a.txt'), 'utf8')).toBe('one\n');
  await expect
    .poll(() => updates)
    .toContainEqual(expect.objectContaining({ toolCallId: 'toolu_w', status: 'completed' }));
  expect(await agent.request('session/list', { cwd })).toMatchObject({ sessions: [{ sessionId }] });
  stop.trigger({ kind: 'signal', signal: 'SIGTERM' });
  await acp.close();
  served.close();
  expect([warned, server.problems]).toEqual([[], []]);
});

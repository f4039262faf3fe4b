import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { client, type AnyMessage, type SessionUpdate } from '@agentclientprotocol/sdk';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  startModelServer,
  type ModelServer,
} from '../../../../agent/test/support/model-server/start-model-server.ts';
import { AcpServer } from '../../../src/cli/acp/acp-server.ts';
import { createStop } from '../../../src/cli/stop/stop.ts';
import { parsePrintOptions } from '../../../src/cli/print/parse-print-options.ts';
import { words } from '../print/support/answers.ts';
import { printPlace } from '../print/support/print.ts';

/** An editor in the same process: what it gets, it gets before the next turn of the event loop. */
function openEditor(server: Pick<ModelServer, 'address'>) {
  const place = printPlace(server);
  for (const [name, value] of Object.entries(place.env)) vi.stubEnv(name, value);
  const parsed = parsePrintOptions(['--model', 'anthropic/claude-sonnet-4-5']);
  if (parsed.kind !== 'options') throw new Error('no options');
  const acp = new AcpServer({
    ...{ options: parsed.options, version: '1.2.3', stop: createStop() },
    warn: () => {},
  });
  const [toAgent, toClient] = [
    new TransformStream<AnyMessage, AnyMessage>(),
    new TransformStream<AnyMessage, AnyMessage>(),
  ];
  const served = acp.app().connect({ readable: toAgent.readable, writable: toClient.writable });
  const updates: SessionUpdate[] = [];
  const { agent } = client({ name: 'test' })
    .onNotification('session/update', ({ params }) => void updates.push(params.update))
    .connect({ readable: toClient.readable, writable: toAgent.writable });
  onTestFinished(async () => {
    await acp.close();
    served.close();
    vi.unstubAllEnvs();
  });
  const say = (sessionId: string, text: string) =>
    agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
  const directoryOf = (sessionId: string): string => {
    const sessions = join(place.state, 'sessions');
    const found = readdirSync(sessions, { recursive: true, withFileTypes: true }).find(
      ({ name }) => name === sessionId,
    );
    if (found === undefined) throw new Error(`There is no directory of ${sessionId}.`);
    return join(found.parentPath, found.name);
  };
  return { ...place, agent, updates, say, directoryOf };
}

test('session/new is answered before the session is open, and everything else waits for that', async () => {
  await using server = await startModelServer([words('Ready.')]);
  const { agent, cwd, updates, say, directoryOf } = openEditor(server);
  await agent.request('initialize', { protocolVersion: 1 });
  const session = await agent.request('session/new', { cwd, mcpServers: [] });
  const journal = join(directoryOf(session.sessionId), 'journal.jsonl');
  expect([existsSync(journal), updates]).toEqual([false, []]);
  const { sessionId } = session;
  const changed = agent.request('session/set_config_option', { sessionId, configId: 'effort', value: 'low' });
  const prompted = say(sessionId, 'Say something.');
  expect(await changed).toMatchObject({
    configOptions: [{ id: 'mode' }, { id: 'model' }, { id: 'effort', currentValue: 'low' }],
  });
  expect(await prompted).toEqual({ stopReason: 'end_turn' });
  expect(existsSync(journal)).toBe(true);
  await expect
    .poll(() => updates)
    .toContainEqual(expect.objectContaining({ sessionUpdate: 'available_commands_update' }));
});

test('the answer has the state that the session has when it is open', async () => {
  await using server = await startModelServer([]);
  const { agent, cwd, home } = openEditor(server);
  mkdirSync(join(home, '.claude'));
  const settings = { permissions: { defaultMode: 'plan' }, effortLevel: 'high' };
  writeFileSync(join(home, '.claude/settings.json'), JSON.stringify(settings));
  await agent.request('initialize', { protocolVersion: 1 });
  const { sessionId, ...answered } = await agent.request('session/new', { cwd, mcpServers: [] });
  const value = 'high';
  const { configOptions } = await agent.request('session/set_config_option', {
    ...{ sessionId, configId: 'effort', value },
  });
  expect(configOptions).toEqual(answered.configOptions);
  expect(answered.modes?.currentModeId).toBe('plan');
});

test('a prompt that is canceled before its session is open ends as canceled, and the next one is answered', async () => {
  await using server = await startModelServer([words('Ready.')]);
  const { agent, cwd, say } = openEditor(server);
  await agent.request('initialize', { protocolVersion: 1 });
  const { sessionId } = await agent.request('session/new', { cwd, mcpServers: [] });
  const prompted = say(sessionId, 'Say something.');
  await agent.notify('session/cancel', { sessionId });
  expect(await prompted).toEqual({ stopReason: 'cancelled' });
  expect(await say(sessionId, 'Go on.')).toEqual({ stopReason: 'end_turn' });
});

test('a session that can not be opened after the answer fails its prompts with the reason, and can be closed', async () => {
  await using server = await startModelServer([]);
  const { agent, cwd, say, directoryOf } = openEditor(server);
  await agent.request('initialize', { protocolVersion: 1 });
  const { sessionId } = await agent.request('session/new', { cwd, mcpServers: [] });
  const directory = directoryOf(sessionId);
  rmSync(directory, { recursive: true });
  writeFileSync(directory, '');
  for (const text of ['Say something.', 'Again.'])
    await expect(say(sessionId, text)).rejects.toThrow(directory);
  expect(await agent.request('session/close', { sessionId })).toEqual({});
  await expect(say(sessionId, 'Once more.')).rejects.toMatchObject({ code: -32_002 });
});

test('a hook that refuses the start refuses session/new', async () => {
  await using server = await startModelServer([]);
  const { agent, cwd, home } = openEditor(server);
  mkdirSync(join(home, '.claude'));
  const command = `echo '{"continue": false, "stopReason": "not today"}'`;
  const hooks = { SessionStart: [{ hooks: [{ type: 'command', command }] }] };
  writeFileSync(join(home, '.claude/settings.json'), JSON.stringify({ hooks }));
  await agent.request('initialize', { protocolVersion: 1 });
  await expect(agent.request('session/new', { cwd, mcpServers: [] })).rejects.toThrow('not today');
});

import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { startModelServer } from '../../../../agent/test/support/model-server/start-model-server.ts';
import { openEditor } from '../acp/support/editor.ts';
import { ended, startCli } from '../exec/support/cli.ts';
import { scratch } from '../exec/support/scratch.ts';
import { Scene } from '../interactive/support/scene.ts';
import { serverFor } from '../interactive/support/server-for.ts';
import { calls, words } from '../print/support/answers.ts';
import { printPlace } from '../print/support/print.ts';
import { startReceiver, type Receiver } from './support/receiver.ts';

const variables = (receiver: Receiver) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: receiver.address,
  OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
});

/** Each span below its parent, by name. */
function tree(receiver: Receiver): readonly string[] {
  const spans = receiver.spans();
  const names = new Map(spans.map(({ spanId, name }) => [spanId, name]));
  return spans
    .map(({ name, parentSpanId }) => `${names.get(parentSpanId ?? '') ?? '-'} > ${name}`)
    .toSorted();
}

const ECHO = { command: 'echo hi' };
const OF_ONE_CALL = [
  '- > session',
  'invoke_agent main > turn 1',
  'invoke_agent main > turn 2',
  'session > invoke_agent main',
  expect.stringMatching(/^turn 1 > chat /),
  'turn 1 > execute_tool Bash',
  expect.stringMatching(/^turn 2 > chat /),
];

test('an editor: a session with its prompt, turns, requests and calls', async () => {
  await using receiver = await startReceiver();
  await using server = await startModelServer([calls(['Bash', ECHO]), words('Done.')]);
  const place = printPlace(server);
  const editor = openEditor({ ...place, env: { ...place.env, ...variables(receiver) } });
  await editor.agent.request('initialize', { protocolVersion: 1 });
  const { sessionId } = await editor.agent.request('session/new', { cwd: place.cwd, mcpServers: [] });
  await editor.agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'Go.' }] });
  expect(await editor.close()).toMatchObject({ status: 0, stderr: '' });
  expect(tree(receiver)).toEqual(OF_ONE_CALL);
});

test('the terminal: the same', async () => {
  await using receiver = await startReceiver();
  const server = await serverFor([calls(['Bash', ECHO]), words('All done.')]);
  const scene = await Scene.open({ server, env: variables(receiver) });
  scene.say('go');
  await scene.logs(/All done\./);
  scene.press('C-d');
  await scene.backInShell();
  expect(tree(receiver)).toEqual(OF_ONE_CALL);
});

test('sluice mcp serve: a session with its calls', async () => {
  await using receiver = await startReceiver();
  const env = { ...variables(receiver), SLUICE_STATE_DIR: scratch() };
  const child = startCli(['mcp', 'serve', '--allow', 'Bash'], { cwd: scratch(), env });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const done = ended(child);
  const write = (message: object): void =>
    void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const answerTo = async (id: number, method: string, params: object): Promise<string> => {
    write({ id, method, params });
    for (;;) {
      const { value, done: isOver } = await lines.next();
      if (isOver === true) throw new Error('It has ended.');
      if (value.includes(`"id":${id}`)) return value;
    }
  };
  const clientInfo = { name: 'test', version: '1' };
  await answerTo(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  write({ method: 'notifications/initialized' });
  expect(await answerTo(2, 'tools/call', { name: 'Bash', arguments: ECHO })).toContain('hi');
  child.stdin.end();
  expect((await done).status).toBe(0);
  expect(tree(receiver)).toEqual(['- > session', 'session > execute_tool Bash']);
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  startModelServer,
  type ModelServer,
} from '../../../../agent/test/support/model-server/start-model-server.ts';
import { faultEntry } from '../../../../session/test/mcp/support/with-server.ts';
import { runCli } from '../exec/support/cli.ts';
import { scratch } from '../exec/support/scratch.ts';
import { calls, words } from '../print/support/answers.ts';
import { byTask } from '../print/support/by-task.ts';
import { printPlace, runPrint, type PrintPlace } from '../print/support/print.ts';
import { startReceiver, type Receiver } from './support/receiver.ts';

const SECRET = 'the-password-is-hunter2';

function sendingTo(
  place: PrintPlace,
  receiver: Receiver,
  more: Readonly<Record<string, string>> = {},
): PrintPlace {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.address, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' };
  return { ...place, env: { ...place.env, ...env, ...more } };
}

/** Each span below its parent, by name. */
function tree(receiver: Receiver): readonly string[] {
  const spans = receiver.spans();
  const names = new Map(spans.map(({ spanId, name }) => [spanId, name]));
  return spans.map(({ name, parentSpanId }) => `${names.get(parentSpanId ?? '') ?? parentSpanId} > ${name}`);
}

function command(command: string) {
  return [{ hooks: [{ type: 'command', command }] }];
}

test('a session, its turns, requests, calls and hooks are spans and metrics, without what was said', async () => {
  await using receiver = await startReceiver();
  await using server = await startModelServer([
    calls(
      ['Bash', { command: `echo ${SECRET}` }],
      ['Read', { file_path: '/none' }],
      ['Write', { file_path: 'x', content: SECRET }],
    ),
    words(SECRET),
  ]);
  const place = printPlace(server);
  mkdirSync(join(place.home, '.sluice'));
  const hooks = { PreToolUse: command('true'), SessionStart: command('true'), SessionEnd: command('exit 1') };
  writeFileSync(join(place.home, '.sluice/settings.json'), JSON.stringify({ hooks }));
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const run = await runPrint(sendingTo(place, receiver, { TRACEPARENT: traceparent }), SECRET);
  expect([run.status, run.stdout]).toEqual([0, `${SECRET}\n`]);
  expect(tree(receiver).toSorted()).toEqual([
    'bbbbbbbbbbbbbbbb > session',
    'execute_tool Bash > hook PreToolUse',
    'execute_tool Write > hook PreToolUse',
    'invoke_agent main > turn 1',
    'invoke_agent main > turn 2',
    'session > hook SessionEnd',
    'session > hook SessionStart',
    'session > invoke_agent main',
    'turn 1 > chat claude-sonnet-4-5',
    'turn 1 > execute_tool Bash',
    'turn 1 > execute_tool Read',
    'turn 1 > execute_tool Write',
    'turn 2 > chat claude-sonnet-4-5',
  ]);
  const spans = receiver.spans();
  expect(new Set(spans.map(({ traceId }) => traceId))).toEqual(new Set(['a'.repeat(32)]));
  expect(spans.find(({ name }) => name === 'execute_tool Write')).toMatchObject({
    isError: true,
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'Write',
      'sluice.call.outcome': 'denied',
      'sluice.permission.behavior': 'deny',
      'error.type': 'denied',
    },
  });
  expect(spans.find(({ name }) => name.startsWith('chat'))?.attributes).toMatchObject({
    'gen_ai.provider.name': 'anthropic',
    'gen_ai.usage.input_tokens': 100,
    'gen_ai.response.finish_reasons': { values: [{ stringValue: 'tool_use' }] },
  });
  const metrics = receiver.metrics();
  expect([...metrics.keys()]).toEqual(
    expect.arrayContaining([
      'gen_ai.client.operation.duration',
      'gen_ai.client.token.usage',
      'sluice.cost.usage',
    ]),
  );
  expect(metrics.get('gen_ai.execute_tool.duration')).toContainEqual({ 'gen_ai.tool.name': 'Bash' });
  for (const { body } of receiver.requests) expect(body.toString()).not.toContain(SECRET);
});

test('with the switch of the conventions, prompts, answers, inputs and results go along', async () => {
  await using receiver = await startReceiver();
  await using server = await startModelServer([
    calls(['Bash', { command: 'echo $((6 * 7))' }]),
    words('Forty-two.'),
  ]);
  const more = { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true' };
  await runPrint(sendingTo(printPlace(server), receiver, more), 'What is it?');
  const found = new Map(receiver.spans().map(({ name, attributes }) => [name, attributes]));
  expect(found.get('execute_tool Bash')).toMatchObject({
    'gen_ai.tool.call.arguments': '{"command":"echo $((6 * 7))"}',
    'gen_ai.tool.call.result': '42',
  });
  expect(found.get('invoke_agent main')).toMatchObject({
    'gen_ai.input.messages': expect.stringContaining('What is it?'),
    'gen_ai.output.messages': expect.stringContaining('Forty-two.'),
  });
});

test("a sub-agent's spans are below the call that opened it", async () => {
  await using receiver = await startReceiver();
  const agent = { description: 'a task', prompt: 'TASK one', run_in_background: false };
  await using server = await startModelServer(
    byTask({
      MAIN: [calls(['Agent', agent]), words('Done.')],
      TASK: [calls(['Bash', { command: 'echo hi' }]), words('Said hi.')],
    }),
  );
  const place = printPlace(server);
  const { CLAUDE_AGENT_SDK_DISABLE_BUILTIN_AGENTS: _off, ...env } = place.env;
  await runPrint(sendingTo({ ...place, env }, receiver), 'go');
  const child = 'invoke_agent general-purpose';
  expect(tree(receiver)).toEqual(
    expect.arrayContaining([
      `execute_tool Agent > ${child}`,
      `${child} > turn 1`,
      'turn 1 > execute_tool Bash',
    ]),
  );
});

test('protocol buffers are the default, headers are sent, and sluice exec has spans of calls', async () => {
  await using receiver = await startReceiver();
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.address,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-team=blue',
    OTEL_SERVICE_NAME: 'builder',
  };
  const input = '{"type": "tool_use", "id": "1", "name": "Bash", "input": {"command": "echo hi"}}\n';
  const run = await runCli(['exec', '-'], input, { cwd: scratch(), env });
  expect([run.status, run.stderr]).toEqual([0, '']);
  expect(receiver.requests.map(({ path, type }) => [path, type]).toSorted()).toEqual([
    ['/v1/metrics', 'application/x-protobuf'],
    ['/v1/traces', 'application/x-protobuf'],
  ]);
  const traces = receiver.requests.find(({ path }) => path === '/v1/traces');
  expect(traces?.headers['x-team']).toBe('blue');
  for (const text of ['execute_tool Bash', 'builder'])
    expect(traces?.body.toString('latin1')).toContain(text);
});

test.each(['silent', 'gone'] as const)('a %s receiver neither delays nor fails a run', async (behavior) => {
  await using receiver = await startReceiver('silent');
  const address = behavior === 'silent' ? receiver.address : 'http://127.0.0.1:9';
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: address, OTEL_EXPORTER_OTLP_TIMEOUT: '600000' };
  const input = '{"type": "tool_use", "id": "1", "name": "Bash", "input": {"command": "echo hi"}}\n';
  await using server = await startModelServer([words('Done.')]);
  const place = printPlace(server);
  const [exec, print] = await Promise.all([
    runCli(['exec', '-'], input, { cwd: scratch(), env }),
    runPrint({ ...place, env: { ...place.env, ...env } }, 'go'),
  ]);
  expect([exec.status, exec.stderr, print.status, print.stdout, print.stderr]).toEqual([
    0,
    '',
    0,
    'Done.\n',
    '',
  ]);
});

test('what can not be used is reported, and the run goes on; a switch turns all of it off', async () => {
  await using receiver = await startReceiver();
  await using server = await startModelServer([words('Done.'), words('Done.')]);
  const place = printPlace(server);
  const grpc = await runPrint(sendingTo(place, receiver, { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }), 'go');
  expect([grpc.status, grpc.stdout]).toEqual([0, 'Done.\n']);
  expect(grpc.stderr).toContain(
    'OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" is not supported. Use http/protobuf or http/json.',
  );
  const off = await runPrint(sendingTo(place, receiver, { SLUICE_ENABLE_TELEMETRY: '0' }), 'go');
  expect([off.status, off.stderr]).toEqual([0, '']);
  expect(receiver.requests).toEqual([]);
});

test('a call of an MCP server names its span to the server; without telemetry, the trace around the program', async () => {
  await using receiver = await startReceiver();
  const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
  const config = JSON.stringify({ mcpServers: { f: faultEntry({ hasMore: true }) } });
  const toldIn = async (place: PrintPlace, server: ModelServer): Promise<string | undefined> => {
    await runPrint(place, 'Work.', '--mcp-config', config, '--allowedTools', 'mcp__f');
    const { body } = server.requests.at(-1) ?? {};
    return /traceparent\\+":\\+"([^"\\]+)/.exec(JSON.stringify(body))?.[1];
  };
  const script = [calls(['mcp__f__meta', {}]), words('Done.')];
  await using observed = await startModelServer(script);
  const told = await toldIn(
    sendingTo(printPlace(observed), receiver, { TRACEPARENT: traceparent }),
    observed,
  );
  const span = receiver.spans().find(({ name }) => name === 'execute_tool mcp__f__meta');
  expect(told).toBe(`00-${'a'.repeat(32)}-${span?.spanId}-01`);
  await using plain = await startModelServer(script);
  const place = printPlace(plain);
  expect(await toldIn({ ...place, env: { ...place.env, TRACEPARENT: traceparent } }, plain)).toBe(
    traceparent,
  );
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Answer } from '../../packages/agent/test/support/model-server/script.ts';
import {
  startModelServer,
  type ModelServer,
} from '../../packages/agent/test/support/model-server/start-model-server.ts';
import { processesWith } from '../support/agents/agent-leftovers.ts';
import { failed, type Line, type Unit } from '../support/table/line.ts';
import type { Row } from '../support/table/row.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const PROGRAM = fileURLToPath(new URL('../../packages/sluice/bin/sluice.js', import.meta.url));
const DELTAS = 2_000;
/** The most frames that a stream of small deltas may become: one in this time. */
const FRAME_MS = 30;
/** Milliseconds for what happens between two steps, so that only the step is measured. */
const REST_MS = 100;
/** A word that no other process has. */
const SECONDS = '1000.125';

/** The built program as an editor drives it, over pipes, with a scripted model. */
export const acpRow: Row = {
  name: 'acp',
  about: 'sluice acp: first answer, a session, the first update, cancel during a command, many small deltas',
  measure: ({ isQuick }) => measureAll(isQuick ? 3 : 11),
};

interface Times {
  readonly initialize: number;
  readonly session: number;
  /** Of an editor that reads the answer to `initialize` first. */
  readonly laterSession: number;
  readonly update: number;
  readonly cancel: number;
  /** In a second, while small deltas stream. */
  readonly updates: number;
}

async function measureAll(runs: number): Promise<readonly Line[]> {
  await using server = await startModelServer([], { isChecked: false });
  const times: Times[] = [];
  const bare: number[] = [];
  const relayed: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    bare.push(await bareAnswer());
    relayed.push(await bareRelay());
    const measured = await measureOnce(server);
    if (typeof measured === 'string') return [failed('sluice acp', measured)];
    times.push({ ...measured, laterSession: await measureLaterSession() });
  }
  const line = (name: string, key: keyof Times, value: number, unit: Unit = 'ms'): Line => ({
    ...{ status: 'measured', unit, target: { kind: 'at-most', value } },
    ...{ name: `sluice acp: ${name}`, ours: times.map((each) => each[key]) },
    baseline: key === 'initialize' ? bare : key === 'update' ? relayed : undefined,
  });
  return [
    line('start to the answer to initialize, vs a bare Node that answers', 'initialize', 120),
    line('session/new, sent with the answer to initialize', 'session', 15),
    line(`session/new, ${REST_MS} ms after the answer to initialize`, 'laterSession', 15),
    line('a delta of the model to its update, vs a bare Node that relays it', 'update', 1),
    line('cancel during a command to the answer, nothing left', 'cancel', 30),
    line(`${DELTAS} deltas of five bytes: updates a second`, 'updates', 1_000 / FRAME_MS, '/s'),
  ];
}

async function measureOnce(server: ModelServer): Promise<Omit<Times, 'laterSession'> | string> {
  using directory = temporaryDirectory();
  const [cwd, home] = [join(directory.path, 'project'), join(directory.path, 'home')];
  for (const path of [cwd, home]) mkdirSync(path);
  const opened = Promise.withResolvers<void>();
  const words = Array.from({ length: DELTAS }, (_, index) => `${String(index).padStart(4, '0')} `);
  const answers: Answer[] = [
    { content: [{ type: 'text', text: 'Ready.' }] },
    { content: [{ type: 'text', text: [{ type: 'gate', opened: opened.promise }, 'Hello.'] }] },
    { content: [{ type: 'text', text: words }] },
    { content: [{ type: 'call', id: 'toolu_1', name: 'Bash', input: { command: `sleep ${SECONDS}` } }] },
  ];
  server.restart(answers);
  const startedAt = performance.now();
  const editor = openEditor(cwd, {
    HOME: home,
    ANTHROPIC_BASE_URL: server.address,
    ANTHROPIC_API_KEY: 'test',
  });
  try {
    await editor.request('initialize', { protocolVersion: 1, clientCapabilities: {} });
    const initialize = performance.now() - startedAt;
    const newAt = performance.now();
    const { sessionId } = await editor.request('session/new', { cwd, mcpServers: [] });
    const session = performance.now() - newAt;
    const prompt = (text: string) =>
      editor.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });

    // During the first answer, what its calls will need is loaded.
    await prompt('begin');
    const first = prompt('hello');
    await server.request(1);
    // The program has the beginning of the stream.
    await delay(REST_MS);
    const saidAt = performance.now();
    opened.resolve();
    const { at } = await editor.update((text) => text.includes('Hello.'));
    await first;

    const streamed = editor.chunks();
    const streamAt = performance.now();
    await prompt('stream');
    // The first one is sent at once.
    const updates = ((editor.chunks() - streamed - 1) * 1_000) / (performance.now() - streamAt);
    if (!editor.text().endsWith(words.join('')))
      return 'the text of the deltas did not arrive as it was sent';

    const running = prompt('run');
    while (processesWith(SECONDS).length === 0) await delay(5);
    const cancelAt = performance.now();
    editor.notify('session/cancel', { sessionId });
    const { stopReason } = await running;
    const cancel = performance.now() - cancelAt;
    const left = processesWith(SECONDS).length;
    if (stopReason !== 'cancelled' || left > 0)
      return `a cancel ended with ${String(stopReason)} and left ${left} processes`;
    return { initialize, session, update: at - saidAt, cancel, updates };
  } finally {
    await editor.close();
  }
}

async function measureLaterSession(): Promise<number> {
  using directory = temporaryDirectory();
  const [cwd, home] = [join(directory.path, 'project'), join(directory.path, 'home')];
  for (const path of [cwd, home]) mkdirSync(path);
  const editor = openEditor(cwd, { HOME: home, ANTHROPIC_API_KEY: 'test' });
  try {
    await editor.request('initialize', { protocolVersion: 1, clientCapabilities: {} });
    await delay(REST_MS);
    const newAt = performance.now();
    await editor.request('session/new', { cwd, mcpServers: [] });
    return performance.now() - newAt;
  } finally {
    await editor.close();
  }
}

interface Update {
  readonly text: string;
  readonly at: number;
}

function openEditor(cwd: string, env: Readonly<Record<string, string>>) {
  const child = spawn(
    process.execPath,
    [PROGRAM, 'acp', '--model', 'anthropic/test', '--dangerously-skip-permissions'],
    {
      ...{ cwd, env: { PATH: process.env['PATH'], ...env }, stdio: ['pipe', 'pipe', 'ignore'] },
    },
  );
  const updates: Update[] = [];
  const answers = new Map<number, (result: Readonly<Record<string, unknown>>) => void>();
  let waiting: (() => void)[] = [];
  let [said, chunks] = ['', 0];
  createInterface({ input: child.stdout }).on('line', (text) => {
    const at = performance.now();
    const { id, result, params } = JSON.parse(text);
    if (result !== undefined) answers.get(id)?.(result);
    if (params === undefined) return;
    updates.push({ text, at });
    if (params.update.sessionUpdate === 'agent_message_chunk') {
      said += params.update.content.text;
      chunks += 1;
    }
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  });
  const send = (message: object): void =>
    void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  let lastId = 0;
  return {
    request(method: string, params: object): Promise<Readonly<Record<string, unknown>>> {
      lastId += 1;
      const id = lastId;
      return new Promise((resolve) => {
        answers.set(id, resolve);
        send({ id, method, params });
      });
    },
    notify: (method: string, params: object) => send({ method, params }),
    async update(fits: (text: string) => boolean): Promise<Update> {
      for (;;) {
        const found = updates.find(({ text }) => fits(text));
        if (found !== undefined) return found;
        await new Promise<void>((resolve) => void waiting.push(resolve));
      }
    },
    chunks: () => chunks,
    text: () => said,
    close(): Promise<void> {
      const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
      child.stdin.end();
      return ended;
    },
  };
}

const ANSWERING = "process.stdin.once('data', () => { console.log('{}'); process.exit(); })";

/** Milliseconds until a bare Node answers a line. */
async function bareAnswer(): Promise<number> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, ['-e', ANSWERING], { stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.write('{}\n');
  await new Promise((resolve) => void child.stdout.once('data', resolve));
  return performance.now() - startedAt;
}

const RELAYING = `
  const { body } = await fetch(process.argv[1], { method: 'POST', body: '{}' });
  const decoder = new TextDecoder();
  for await (const chunk of body) console.log(JSON.stringify({ text: decoder.decode(chunk) }));
`;

/** Milliseconds from a server's chunk to the line of a bare Node that passes it on: nothing can be faster. */
async function bareRelay(): Promise<number> {
  const asked = Promise.withResolvers<ServerResponse>();
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: begin\n\n');
    asked.resolve(response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', RELAYING, url], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const seen = new Promise<number>((resolve) => {
      createInterface({ input: child.stdout }).on('line', (text) => {
        if (text.includes('Hello.')) resolve(performance.now());
      });
    });
    const response = await asked.promise;
    await delay(REST_MS);
    const saidAt = performance.now();
    response.write('data: Hello.\n\n');
    return (await seen) - saidAt;
  } finally {
    child.kill();
    server.close();
    server.closeAllConnections();
  }
}

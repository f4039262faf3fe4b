import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
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
import { openDeltaModel, timeOfRelay, type DeltaModel } from '../support/first-update.ts';
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
  using deltas = await openDeltaModel();
  const times: Times[] = [];
  const bare: number[] = [];
  const relayed: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    bare.push(await bareAnswer());
    relayed.push(await timeOfRelay(deltas));
    const measured = await measureOnce(server);
    if (typeof measured === 'string') return [failed('sluice acp', measured)];
    times.push({
      ...measured,
      laterSession: await measureLaterSession(),
      update: await measureUpdate(deltas),
    });
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

async function measureOnce(server: ModelServer): Promise<Omit<Times, 'laterSession' | 'update'> | string> {
  using directory = temporaryDirectory();
  const [cwd, home] = [join(directory.path, 'project'), join(directory.path, 'home')];
  for (const path of [cwd, home]) mkdirSync(path);
  const words = Array.from({ length: DELTAS }, (_, index) => `${String(index).padStart(4, '0')} `);
  const answers: Answer[] = [
    { content: [{ type: 'text', text: 'Ready.' }] },
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
    return { initialize, session, cancel, updates };
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

/** Of the second answer: during the first one, what an answer needs is loaded. */
async function measureUpdate(model: DeltaModel): Promise<number> {
  using directory = temporaryDirectory();
  const [cwd, home] = [join(directory.path, 'project'), join(directory.path, 'home')];
  for (const path of [cwd, home]) mkdirSync(path);
  const env = { HOME: home, ANTHROPIC_BASE_URL: model.address, ANTHROPIC_API_KEY: 'test' };
  const editor = openEditor(cwd, env);
  try {
    await editor.request('initialize', { protocolVersion: 1, clientCapabilities: {} });
    const { sessionId } = await editor.request('session/new', { cwd, mcpServers: [] });
    const measure = async (): Promise<number> => {
      const time = model.timeOf(editor.seen('Hello.'));
      await editor.request('session/prompt', { sessionId, prompt: [{ type: 'text', text: 'hello' }] });
      return time;
    };
    await measure();
    return await measure();
  } finally {
    await editor.close();
  }
}

function openEditor(cwd: string, env: Readonly<Record<string, string>>) {
  const child = spawn(
    process.execPath,
    [PROGRAM, 'acp', '--model', 'anthropic/test', '--dangerously-skip-permissions'],
    {
      ...{ cwd, env: { PATH: process.env['PATH'], ...env }, stdio: ['pipe', 'pipe', 'ignore'] },
    },
  );
  const answers = new Map<number, (result: Readonly<Record<string, unknown>>) => void>();
  const awaited = new Map<string, (at: bigint) => void>();
  let [said, chunks] = ['', 0];
  createInterface({ input: child.stdout }).on('line', (text) => {
    const at = process.hrtime.bigint();
    const { id, result, params } = JSON.parse(text);
    if (result !== undefined) answers.get(id)?.(result);
    if (params === undefined) return;
    if (params.update.sessionUpdate === 'agent_message_chunk') {
      said += params.update.content.text;
      chunks += 1;
    }
    for (const [word, resolve] of awaited) {
      if (!text.includes(word)) continue;
      awaited.delete(word);
      resolve(at);
    }
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
    /** When the next update with that word comes (`process.hrtime.bigint()`). */
    seen: (word: string): Promise<bigint> => new Promise((resolve) => void awaited.set(word, resolve)),
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

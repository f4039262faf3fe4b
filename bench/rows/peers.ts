import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Answer, AnswerFunction, Item } from '../../packages/agent/test/support/model-server/script.ts';
import { startModelServer } from '../../packages/agent/test/support/model-server/start-model-server.ts';
import { interleave, timeOf } from '../support/table/interleave.ts';
import { failed, type Line } from '../support/table/line.ts';
import { PEERS, programOf, type Peer } from '../support/peers.ts';
import type { Row } from '../support/table/row.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const AGENTS = 3;
const PROMPT = 'Do the work.';
/** Milliseconds of a whole run, and of waiting for the other agents. */
const LONGEST = 120_000;
const PROGRAM = fileURLToPath(new URL('../../packages/sluice/bin/sluice.js', import.meta.url));
const DIRECTORY = process.env['SLUICE_BENCH_PEERS'];

const SLUICE: Peer = {
  name: 'Sluice',
  program: PROGRAM,
  args: (_, prompt) => ['-p', prompt, '--model', 'anthropic/test'],
  env: (address) => ({ ANTHROPIC_BASE_URL: address, ANTHROPIC_API_KEY: 'test' }),
  open: (prompt) => ({
    ...{ type: 'call', name: 'Agent' },
    input: { description: 'Read', prompt, run_in_background: false },
  }),
  read: (file) => ({ type: 'call', name: 'Read', input: { file_path: file } }),
};

/** The same scripted task for other agents, where they are installed. */
export const peersRow: Row = {
  name: 'peers',
  about: `${AGENTS} agents that read side by side, one of which fails, in other programs (SLUICE_BENCH_PEERS)`,
  async measure({ isQuick }): Promise<readonly Line[]> {
    const lines: Line[] = [];
    for (const peer of PEERS) {
      const name = `${AGENTS} agents read side by side, one fails, vs ${peer.name}`;
      const program = programOf(peer, DIRECTORY);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      lines.push(program === undefined ? missing(name) : await against(name, peer, program, isQuick ? 1 : 5));
    }
    return lines;
  },
};

function missing(name: string): Line {
  const reason =
    'not installed: install it, and name the directory of its node_modules in SLUICE_BENCH_PEERS';
  return { status: 'left-out', name, reason };
}

async function against(name: string, peer: Peer, program: string, runs: number): Promise<Line> {
  try {
    const measured = await interleave(
      runs,
      () => run(SLUICE, PROGRAM),
      () => run(peer, program),
    );
    return { status: 'measured', name, unit: 'ms', ...measured, target: { kind: 'none' } };
  } catch (error) {
    return failed(name, String(error));
  }
}

/** Milliseconds of the whole program. @throws if it did anything else than the task */
async function run(peer: Peer, program: string): Promise<number> {
  const task = scriptedTask(peer);
  await using server = await startModelServer(task.answer);
  using home = temporaryDirectory();
  using directory = temporaryDirectory();
  for (let part = 1; part <= AGENTS; part += 1)
    writeFileSync(join(directory.path, `part-${part}.txt`), `secret ${part}\n`);
  peer.prepare?.(home.path, server.address, program);
  const took = await timeOf(async () => {
    const args = peer.args(server.address, PROMPT);
    const [command, ...words] = program.endsWith('.js')
      ? [process.execPath, program, ...args]
      : [program, ...args];
    const child = spawn(command, words, {
      cwd: directory.path,
      timeout: LONGEST,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env['PATH'], HOME: home.path, ...peer.env(server.address) },
    });
    const closed = new Promise<number | null>((done) => child.once('close', done));
    const said = await text(child.stderr);
    const status = await closed;
    if (status !== 0) throw new Error(`${peer.name} ended with ${status}: ${said.slice(-500)}`);
  });
  const problem = task.problem();
  if (problem !== undefined) throw new Error(`${peer.name}: ${problem}`);
  return took;
}

/** The leader opens the agents in one message; none gets an answer before all have asked; the last one's model fails. */
function scriptedTask(peer: Peer) {
  const all = Promise.withResolvers<undefined>();
  const asked = new Set<number>();
  const read = new Set<number>();
  let failures = 0;
  let isOver = false;
  const agent = async (part: number, messages: string): Promise<Answer> => {
    asked.add(part);
    if (asked.size === AGENTS) all.resolve(undefined);
    await Promise.race([all.promise, new Promise((late) => setTimeout(late, LONGEST / 2).unref())]);
    if (part === AGENTS) {
      failures += 1;
      return { status: 400, error: { type: 'invalid_request_error', message: 'This agent fails.' } };
    }
    if (!messages.includes(`secret ${part}`)) return { content: [peer.read(`part-${part}.txt`)] };
    read.add(part);
    const report = `Part ${part} is known.`;
    return peer.report === undefined ? says(report) : { content: [peer.report(report)] };
  };
  const lead = (messages: string): Answer => {
    const isOpened = messages.includes('Read the part 1');
    if (!isOpened)
      return { content: Array.from({ length: AGENTS }, (_, at) => peer.open(promptFor(at + 1))) };
    const reports = Array.from({ length: AGENTS - 1 }, (_, at) => `Part ${at + 1} is known.`);
    if (peer.wait !== undefined && !reports.every((report) => messages.includes(report)))
      return { content: [peer.wait(messages)] };
    isOver = reports.every((report) => messages.includes(report));
    return says('Done.');
  };
  const answer: AnswerFunction = ({ body }) => {
    const messages = JSON.stringify(body['messages'] ?? body['input'] ?? body['contents']);
    // Some ask for a title first.
    if (body['tools'] === undefined) return says('A title');
    const part = /Read the part (\d)/.exec(messages)?.[1];
    return part === undefined || messages.includes(PROMPT) ? lead(messages) : agent(Number(part), messages);
  };
  return {
    answer,
    problem: () =>
      asked.size < AGENTS
        ? `${asked.size} of ${AGENTS} agents asked at the same time`
        : read.size < AGENTS - 1 || failures === 0
          ? `${read.size} agents have read, ${failures} failed`
          : isOver
            ? undefined
            : 'the reports did not reach the one who opened the agents',
  };
}

const promptFor = (part: number): string => `Read the part ${part}.`;

function says(said: string): Answer {
  const item: Item = { type: 'text', text: said };
  return { content: [item] };
}

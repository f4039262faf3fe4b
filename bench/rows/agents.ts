import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '@sluice/core';
import type { Answer, AnswerFunction } from '../../packages/agent/test/support/model-server/script.ts';
import { startModelServer } from '../../packages/agent/test/support/model-server/start-model-server.ts';
import { interleave } from '../support/interleave.ts';
import { failed, type Line } from '../support/line.ts';
import { peakMemory } from '../support/process-memory.ts';
import type { Row } from '../support/row.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

type Measured = Awaited<ReturnType<typeof interleave>>;

const CHILDREN = 50;
const CALLS = 20;
const MODEL_MS = 100;
const PARKED = 100;
const PROGRAM = fileURLToPath(new URL('../../packages/sluice/bin/sluice.js', import.meta.url));

/** The built program whose model opens agents; the models answer at once, or after 100 ms. */
export const agentsRow: Row = {
  name: 'agents',
  about: `a child agent's first request; ${CHILDREN} children that read a file each, against one`,
  async measure({ isQuick }): Promise<readonly Line[]> {
    return [await firstRequest(), ...(await manyChildren(isQuick ? 1 : 3)), ...(await heap(isQuick ? 1 : 3))];
  },
};

/** From the end of the answer that opens an agent to its first request; and, for a call of Read, to the parent's next one. */
async function firstRequest(): Promise<Line> {
  const name = "a call of Agent to the child's first request, vs a call of Read to the next one";
  const took: Record<'Agent' | 'Read', number[]> = { Agent: [], Read: [] };
  let last: { readonly tool: 'Agent' | 'Read'; readonly at: number } | undefined;
  let turn = 0;
  await run(({ body }) => {
    const now = performance.now();
    const isChild = !JSON.stringify(body['messages']).includes('Do the work.');
    if (last !== undefined && isChild === (last.tool === 'Agent')) took[last.tool].push(now - last.at);
    last = undefined;
    if (isChild || turn === 2 * CALLS) return says('Done.');
    turn += 1;
    const tool = turn % 2 === 0 ? 'Agent' : 'Read';
    last = { tool, at: performance.now() };
    return { content: [tool === 'Agent' ? agentCall() : readCall()] };
  });
  const { Agent: ours, Read: baseline } = took;
  if (ours.length !== CALLS || baseline.length !== CALLS)
    return failed(name, `${ours.length} agents and ${baseline.length} reads of ${CALLS}`);
  return { status: 'measured', name, unit: 'ms', ours, baseline, target: { kind: 'difference', atMost: 3 } };
}

async function manyChildren(runs: number): Promise<readonly Line[]> {
  const wall = `wall time of ${CHILDREN} children at once, each reads a file, vs one`;
  const memory = `peak memory with ${CHILDREN} children at work, vs one`;
  const problems: string[] = [];
  const peaks: Record<number, number[]> = { 1: [], [CHILDREN]: [] };
  const by = (children: number) => async (): Promise<number> => {
    let reads = 0;
    const { ms, peakMb } = await run(
      async ({ body }) => {
        const messages = JSON.stringify(body['messages']);
        await new Promise((resolve) => setTimeout(resolve, MODEL_MS));
        if (messages.includes('Do the work.'))
          return messages.includes('tool_result')
            ? says('Done.')
            : { content: Array.from({ length: children }, agentCall) };
        if (messages.includes('tool_result')) return says('Seven.');
        reads += 1;
        return { content: [readCall()] };
      },
      {
        CLAUDE_CODE_MAX_CONCURRENT_SUBAGENTS: String(CHILDREN),
        SLUICE_MAX_TOOL_USE_CONCURRENCY: String(CHILDREN),
      },
    );
    if (reads !== children) problems.push(`${reads} of ${children} children have read`);
    peaks[children]?.push(peakMb);
    return ms;
  };
  const measured = await interleave(runs, by(CHILDREN), by(1));
  const [problem] = problems;
  if (problem !== undefined) return [failed(wall, problem), failed(memory, problem)];
  const of: Measured = { ours: peaks[CHILDREN] ?? [], baseline: peaks[1] ?? [] };
  const each: Measured = {
    ours: of.ours.map((peak, at) => (peak - (of.baseline[at] ?? 0)) / (CHILDREN - 1)),
    baseline: [],
  };
  return [
    { status: 'measured', name: wall, unit: 'ms', ...measured, target: { kind: 'none' } },
    { status: 'measured', name: memory, unit: 'MB', ...of, target: { kind: 'difference', atMost: 40 } },
    {
      ...{ status: 'measured', name: 'of that, each child with its conversation', unit: 'MB' },
      ...{ ours: each.ours, baseline: undefined, target: { kind: 'none' } },
    },
  ];
}

/** What agents hold that do nothing: of the program's memory, without what the machine keeps ready for it. */
async function heap(runs: number): Promise<readonly Line[]> {
  const { heapOfAgents } = await import('../support/agent-heap.ts');
  // The first agents load code, which V8 then compiles: that is no part of each agent.
  await heapOfAgents(PARKED / 2);
  const measured: { readonly waiting: number; readonly ended: number }[] = [];
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  for (let run = 0; run < runs; run += 1) measured.push(await heapOfAgents(PARKED));
  const line = (name: string, ours: readonly number[], value: number): Line => ({
    ...{ status: 'measured', name, unit: 'MB', ours, baseline: undefined },
    target: { kind: 'at-most', value },
  });
  return [
    line(
      'an agent that waits for its model, beside its conversation',
      measured.map(({ waiting }) => waiting),
      0.3,
    ),
    line(
      'an agent that has ended',
      measured.map(({ ended }) => ended),
      0.02,
    ),
  ];
}

const says = (said: string): Answer => ({ content: [{ type: 'text', text: said }] });

function agentCall(): { type: 'call'; name: string; input: JsonObject } {
  const input = { description: 'Read', prompt: 'Which number?', run_in_background: false };
  return { type: 'call', name: 'Agent', input };
}

function readCall(): { type: 'call'; name: string; input: JsonObject } {
  return { type: 'call', name: 'Read', input: { file_path: 'number.txt' } };
}

/** One run of the program: its time, and the most memory that it had. */
async function run(
  answer: AnswerFunction,
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly ms: number; readonly peakMb: number }> {
  await using server = await startModelServer(answer);
  using home = temporaryDirectory();
  using directory = temporaryDirectory();
  writeFileSync(join(directory.path, 'number.txt'), 'seven\n');
  const began = performance.now();
  const child = spawn(process.execPath, [PROGRAM, '-p', 'Do the work.', '--model', 'anthropic/test'], {
    cwd: directory.path,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...{ PATH: process.env['PATH'], HOME: home.path, ANTHROPIC_BASE_URL: server.address },
      ...{ ANTHROPIC_API_KEY: 'test', ...env },
    },
  });
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, peakMemory(child.pid ?? 0) ?? 0)), 10);
  const status = new Promise<number | null>((done) => child.once('close', done));
  const said = await text(child.stderr);
  const code = await status;
  clearInterval(timer);
  if (code !== 0) throw new Error(`the program failed: ${said.slice(0, 500)}`);
  return { ms: performance.now() - began, peakMb: peak / 1024 };
}

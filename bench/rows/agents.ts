import { agentCall, readCall, run, says } from '../support/agents/agents-program.ts';
import { agentsInTurn } from '../support/agents/agents-in-turn.ts';
import { interleave } from '../support/table/interleave.ts';
import { failed, type Line } from '../support/table/line.ts';
import type { Row } from '../support/table/row.ts';

type Measured = Awaited<ReturnType<typeof interleave>>;

const CHILDREN = 50;
const CALLS = 20;
const MODEL_MS = 100;
const PARKED = 100;
const IN_TURN = 1_000;
/** Of them, those that load and compile code. */
const FIRST = 100;
const MAX_HELD_KB = 20;
/** Idle connections to the model stay open for a while, so their number differs from one moment to the next. An agent leaves none. */
const KEPT_CONNECTIONS = 4;

/** The built program whose model opens agents; the models answer at once, or after 100 ms. */
export const agentsRow: Row = {
  name: 'agents',
  about: `a child agent's first request; ${CHILDREN} children that read a file each, against one; ${IN_TURN} in turn; a message to one`,
  async measure({ isQuick }): Promise<readonly Line[]> {
    return [
      await firstRequest(),
      ...(await manyChildren(isQuick ? 1 : 3)),
      ...(await inTurn(isQuick ? 2 * FIRST : IN_TURN)),
      await message(),
      ...(await heap(isQuick ? 1 : 3)),
    ];
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
        env: {
          CLAUDE_CODE_MAX_CONCURRENT_SUBAGENTS: String(CHILDREN),
          SLUICE_MAX_TOOL_USE_CONCURRENCY: String(CHILDREN),
        },
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

/**
 * What the program holds more after many agents than after the first of them. Its resident memory also has what the allocator keeps for
 * the next requests, which stops growing after some hundred agents (docs/decisions/0056).
 */
async function inTurn(agents: number): Promise<readonly Line[]> {
  const memory = `memory that each of ${agents} agents in turn leaves, beyond the first ${FIRST}`;
  const resident = 'of resident memory, with what the allocator keeps';
  const files = `file descriptors but connections that ${agents} agents in turn leave, beyond the first ${FIRST}`;
  const sockets = 'connections open then, beyond those open after the first';
  const { worked, held } = await agentsInTurn(agents, FIRST);
  const problem = `${worked} of ${agents} agents have worked`;
  if (worked !== agents) return [failed(memory, problem), failed(files, problem)];
  const base = { status: 'measured', baseline: undefined } as const;
  const each = (bytes: number): readonly number[] => [bytes / (agents - FIRST) / 1024 / 1024];
  return [
    {
      ...{ ...base, name: memory, unit: 'MB', ours: each(held.bytes) },
      target: { kind: 'at-most', value: MAX_HELD_KB / 1000 },
    },
    {
      ...{ ...base, name: resident, unit: 'MB', ours: each(held.residentKb * 1024) },
      target: { kind: 'none' },
    },
    {
      ...{ ...base, name: files, unit: 'files', ours: [held.files] },
      target: { kind: 'at-most', value: 0 },
    },
    {
      ...{ ...base, name: sockets, unit: 'files', ours: [held.sockets] },
      target: { kind: 'at-most', value: KEPT_CONNECTIONS },
    },
  ];
}

/** A message to an agent is in the session's journal before its sender hears of it. */
async function message(): Promise<Line> {
  const { messageTimes } = await import('../support/agents/agent-messages.ts');
  const name = 'a message to an agent (SendMessage), vs appending its line to a journal';
  return {
    ...{ status: 'measured', name, unit: 'ms', ...(await messageTimes()) },
    target: { kind: 'difference', atMost: 1 },
  };
}

/** What agents hold that do nothing: of the program's memory, without what the machine keeps ready for it. */
async function heap(runs: number): Promise<readonly Line[]> {
  const { heapOfAgents } = await import('../support/agents/agent-heap.ts');
  // The first agents load code, which V8 then compiles: that is not part of each agent.
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

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { barePosts } from '../support/agents/agent-bare-posts.ts';
import { agentPairs } from '../support/agents/agent-pairs.ts';
import { measureAgents, type AgentBench } from '../support/agents/agent-bench.ts';
import type { AgentProgram } from '../support/agents/agent-programs.ts';
import { runAgent } from '../support/agents/agent-run.ts';
import { callOf, scriptOf } from '../support/agents/agent-script.ts';
import type { AgentReport } from '../support/agents/agent-server.ts';
import { turnaround } from '../support/agents/agent-times.ts';
import type { Line } from '../support/table/line.ts';
import type { Row } from '../support/table/row.ts';
import { spreadOf } from '../support/table/statistics.ts';

const FEW = 200;
const MANY = 1000;
const SHARE = 100;
const LINES = 10;

/** Long runs: every turn reads one file that was not read before. */
export const agentTurnsRow: Row = {
  name: 'agent-turns',
  about: 'sluice -p: 200 and 1,000 turns of one read each: time, time of a turn, peak memory, vs the floor',
  measure: ({ isQuick }) =>
    measureAgents({
      [`${FEW} turns`]: (bench) => fewTurns(bench, isQuick ? 2 : 7),
      [`${MANY} turns`]: (bench) => manyTurns(bench, isQuick ? 1 : 3),
    }),
};

async function fewTurns(bench: AgentBench, runs: number): Promise<readonly Line[]> {
  const script = scriptOf(...readsIn(bench.cwd, FEW));
  const times = await agentPairs(bench, runs, async (program) => {
    const { startedAt, endedAt, report } = await runAgent(bench, program, script);
    const turns = Array.from({ length: FEW }, (_, turn) => turnaround(report, turn));
    return { whole: endedAt - startedAt, turn: spreadOf(turns).median };
  });
  const memory = await agentPairs(bench, Math.min(runs, 3), (program) => peakOf(bench, program, script));
  const line = (
    name: string,
    unit: 'ms' | 'MB',
    value: number,
    ours: readonly number[],
    baseline: readonly number[],
  ): Line => {
    const target = { kind: 'at-most', value } as const;
    return { status: 'measured', name: `${FEW} turns of one read, ${name}`, unit, ours, baseline, target };
  };
  const of = (key: 'whole' | 'turn', which: 'ours' | 'floor'): readonly number[] =>
    times[which].map((each) => each[key]);
  return [
    line('start to exit', 'ms', 450, of('whole', 'ours'), of('whole', 'floor')),
    line('message to next request', 'ms', 1, of('turn', 'ours'), of('turn', 'floor')),
    line('peak memory', 'MB', 80, memory.ours, memory.floor),
  ];
}

async function manyTurns(bench: AgentBench, runs: number): Promise<readonly Line[]> {
  const script = scriptOf(...readsIn(bench.cwd, MANY));
  const { ours, floor } = await agentPairs(bench, runs, async (program) => {
    const { report, peakMegabytes } = await runAgent(bench, program, script, { isMemorySampled: true });
    const sizes = report.requests.map(({ bytes }) => bytes);
    const bare = turnTimes(await barePosts(bench.server, script, sizes));
    const beyond = turnTimes(report).map((ms, turn) => ms - (bare[turn] ?? 0));
    return {
      first: spreadOf(beyond.slice(0, SHARE)).median,
      last: spreadOf(beyond.slice(-SHARE)).median,
      peakMegabytes,
    };
  });
  const growth = (name: string, runsOf: typeof ours, target: Line & { status: 'measured' }): Line => ({
    ...target,
    name: `${MANY} turns of one read, ${name}: a turn less a bare POST of its size, last ${SHARE} vs first ${SHARE}`,
    ours: runsOf.map(({ last }) => last),
    baseline: runsOf.map(({ first }) => first),
  });
  const form = { status: 'measured', unit: 'ms', name: '', ours: [], baseline: [] } as const;
  return [
    growth('ours', ours, { ...form, target: { kind: 'ratio', atMost: 1.5, plus: 0 } }),
    growth('the floor', floor, { ...form, target: { kind: 'none' } }),
    {
      status: 'measured',
      name: `${MANY} turns of one read, peak memory`,
      unit: 'MB',
      ours: ours.map(({ peakMegabytes }) => peakMegabytes),
      baseline: floor.map(({ peakMegabytes }) => peakMegabytes),
      target: { kind: 'at-most', value: 150 },
    },
  ];
}

async function peakOf(
  bench: AgentBench,
  program: AgentProgram,
  script: ReturnType<typeof scriptOf>,
): Promise<number> {
  return (await runAgent(bench, program, script, { isMemorySampled: true })).peakMegabytes;
}

/** From one request read to the next, answer and calls between them. */
function turnTimes({ requests }: AgentReport): readonly number[] {
  return requests.slice(1).map(({ readAt }, turn) => readAt - (requests[turn]?.readAt ?? Number.NaN));
}

function readsIn(directory: string, count: number): ReturnType<typeof callOf>[][] {
  return Array.from({ length: count }, (_, index) => {
    const file_path = join(directory, `file-${index}`);
    writeFileSync(file_path, `a line of file ${index}\n`.repeat(LINES));
    return [callOf('Read', { file_path })];
  });
}

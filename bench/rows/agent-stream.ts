import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentPairs } from '../support/agents/agent-pairs.ts';
import { measureAgents, type AgentBench } from '../support/agents/agent-bench.ts';
import { runAgent } from '../support/agents/agent-run.ts';
import { bashCall, scriptOf, spaced } from '../support/agents/agent-script.ts';
import { markAt, turnaround } from '../support/agents/agent-times.ts';
import type { Line } from '../support/table/line.ts';
import type { Row } from '../support/table/row.ts';

const GAP_MS = 400;
const OTHERS = 4;

/** Calls whose blocks come 400 ms apart. */
export const agentStreamRow: Row = {
  name: 'agent-stream',
  about: 'sluice -p: calls that start while the model still speaks, vs the floor',
  measure: ({ isQuick }) =>
    measureAgents({
      'the first of five calls': (bench) => firstStart(bench, isQuick ? 2 : 7),
      'a call of 2 s first': (bench) => longCallFirst(bench, isQuick ? 2 : 7),
    }),
};

async function firstStart(bench: AgentBench, runs: number): Promise<readonly Line[]> {
  const stamp = join(bench.cwd, 'stamp');
  const others = Array.from({ length: OTHERS }, () => bashCall('true'));
  const script = scriptOf(spaced(GAP_MS, [bashCall(`date +%s%N > '${stamp}'`), ...others]));
  const { ours, floor } = await agentPairs(bench, runs, async (program) => {
    const { report } = await runAgent(bench, program, script);
    const startedAt = Number(readFileSync(stamp, 'utf8')) / 1e6;
    return startedAt - markAt(report, 0, 'block-stop', 0);
  });
  return [
    {
      status: 'measured',
      name: `the first of ${OTHERS + 1} calls, ${GAP_MS} ms apart in the stream: end of its block to its start`,
      unit: 'ms',
      ours,
      baseline: floor,
      target: { kind: 'at-most', value: 10 },
    },
  ];
}

async function longCallFirst(bench: AgentBench, runs: number): Promise<readonly Line[]> {
  const others = Array.from({ length: OTHERS }, () => bashCall('true'));
  const script = scriptOf(spaced(GAP_MS, [bashCall('sleep 2'), ...others]));
  const { ours, floor } = await agentPairs(bench, runs, async (program) =>
    turnaround((await runAgent(bench, program, script)).report, 0),
  );
  return [
    {
      status: 'measured',
      name: `a call of 2 s and ${OTHERS} quick ones, ${GAP_MS} ms apart: end of the stream to the next request`,
      unit: 'ms',
      ours,
      baseline: floor,
      target: { kind: 'at-most', value: 412 },
    },
  ];
}

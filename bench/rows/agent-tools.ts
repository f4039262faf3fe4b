import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentPairs } from '../support/agents/agent-pairs.ts';
import { measureAgents, type AgentBench } from '../support/agents/agent-bench.ts';
import { runAgent } from '../support/agents/agent-run.ts';
import { bashCall, callOf, scriptOf } from '../support/agents/agent-script.ts';
import { turnaround } from '../support/agents/agent-times.ts';
import type { Line } from '../support/table/line.ts';
import type { Row } from '../support/table/row.ts';
import { spreadOf } from '../support/table/statistics.ts';

const COMMANDS = 11;
const READS = 10;
const READ_BYTES = 50_000;
const LINE = `${'x'.repeat(49)}\n`;

/** From the end of a message with calls to the next request. */
export const agentToolsRow: Row = {
  name: 'agent-tools',
  about: 'sluice -p: what it adds to a command, and to ten reads in one message, vs the floor',
  measure: ({ isQuick }) =>
    measureAgents({
      'the command "true"': (bench) => commands(bench, isQuick ? 3 : 11, '', { first: 6, later: 2.5 }),
      'the command "true" in the sandbox': async (bench) => {
        enableSandbox(bench);
        await proveSandbox(bench);
        return await commands(bench, isQuick ? 3 : 11, ' in the sandbox', { first: 11, later: 8 });
      },
      'ten reads of 50 KB': (bench) => reads(bench, isQuick ? 3 : 11),
    }),
};

async function commands(
  bench: AgentBench,
  runs: number,
  where: string,
  atMost: { readonly first: number; readonly later: number },
): Promise<readonly Line[]> {
  const script = scriptOf(...Array.from({ length: COMMANDS }, () => [bashCall('true')]));
  const { ours, floor } = await agentPairs(bench, runs, async (program) => {
    const { report } = await runAgent(bench, program, script);
    const [first = 0, ...later] = Array.from({ length: COMMANDS }, (_, turn) => turnaround(report, turn));
    return { first, later: spreadOf(later).median };
  });
  return (['first', 'later'] as const).map((which) => ({
    status: 'measured',
    name: `the ${which === 'first' ? 'first "true"' : 'later "true"s'}${where} of a run, message to next request, vs the floor`,
    unit: 'ms',
    ours: ours.map((each) => each[which]),
    baseline: floor.map((each) => each[which]),
    target: { kind: 'difference', atMost: atMost[which] },
  }));
}

function enableSandbox({ home }: AgentBench): void {
  mkdirSync(join(home, '.claude'));
  writeFileSync(join(home, '.claude', 'settings.json'), JSON.stringify({ sandbox: { enabled: true } }));
}

/** @throws Error when a command can write outside of the working directory all the same. */
async function proveSandbox(bench: AgentBench): Promise<void> {
  const outside = join(bench.home, 'outside');
  await runAgent(bench, bench.ours, scriptOf([bashCall(`touch '${outside}' 2>/dev/null; true`)]));
  if (existsSync(outside)) throw new Error(`Its commands are in no sandbox: one of them wrote ${outside}.`);
}

async function reads(bench: AgentBench, runs: number): Promise<readonly Line[]> {
  const calls = Array.from({ length: READS }, (_, index) => {
    const file_path = join(bench.cwd, `file-${index}`);
    writeFileSync(file_path, LINE.repeat(READ_BYTES / LINE.length));
    return callOf('Read', { file_path });
  });
  const { ours, floor } = await agentPairs(bench, runs, async (program) => {
    const { report } = await runAgent(bench, program, scriptOf(calls));
    return { ms: turnaround(report, 0), megabytes: (report.requests[1]?.bytes ?? 0) / 1e6 };
  });
  return [
    {
      status: 'measured',
      name: `${READS} reads of ${READ_BYTES / 1000} KB in one message, message to next request`,
      unit: 'ms',
      ours: ours.map(({ ms }) => ms),
      baseline: floor.map(({ ms }) => ms),
      target: { kind: 'at-most', value: 15 },
    },
    {
      status: 'measured',
      name: `${READS} reads of ${READ_BYTES / 1000} KB in one message, size of the next request`,
      unit: 'MB',
      ours: ours.map(({ megabytes }) => megabytes),
      baseline: floor.map(({ megabytes }) => megabytes),
      target: { kind: 'none' },
    },
  ];
}

import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { agentPairs } from '../support/agents/agent-pairs.ts';
import { measureAgents } from '../support/agents/agent-bench.ts';
import { runAgent } from '../support/agents/agent-run.ts';
import { bashCall, scriptOf } from '../support/agents/agent-script.ts';
import { turnaround } from '../support/agents/agent-times.ts';
import { timeOf } from '../support/table/interleave.ts';
import type { Row } from '../support/table/row.ts';
import { runChild } from '../support/run-child.ts';

const BYTES = 100 * 1024 * 1024;
const FEW_BYTES = 5 * 1024 * 1024;
const COMMAND = `yes 'a line of output' | head -c ${BYTES}`;

/** A command with much output, as a whole process sees it. */
export const agentOutputRow: Row = {
  name: 'agent-output',
  about:
    'sluice -p: a command that prints 5 MiB; one that prints 100 MiB, more time than redirected by sh, and peak memory, vs the floor',
  measure: ({ isQuick }) =>
    measureAgents({
      'a command that prints 100 MiB': async (bench) => {
        const script = scriptOf([bashCall(COMMAND)]);
        const target = join(bench.cwd, 'redirected');
        const redirected = async (): Promise<number> => {
          const ms = await timeOf(() => runChild('sh', ['-c', `{ ${COMMAND}; } > '${target}'`]));
          if (statSync(target).size !== BYTES) throw new Error('sh did not write all of the output.');
          rmSync(target);
          return ms;
        };
        const times = await agentPairs(bench, isQuick ? 3 : 7, async (program) => {
          const { report } = await runAgent(bench, program, script);
          return turnaround(report, 0) - (await redirected());
        });
        const memory = await agentPairs(bench, isQuick ? 1 : 3, async (program) => {
          return (await runAgent(bench, program, script, { isMemorySampled: true })).peakMegabytes;
        });
        const few = scriptOf([bashCall(`yes 'a line of output' | head -c ${FEW_BYTES}`)]);
        const fewTimes = await agentPairs(bench, isQuick ? 3 : 7, async (program) =>
          turnaround((await runAgent(bench, program, few)).report, 0),
        );
        return [
          {
            status: 'measured',
            name: 'the first command of a run, which prints 5 MiB, message to next request',
            unit: 'ms',
            ours: fewTimes.ours,
            baseline: fewTimes.floor,
            target: { kind: 'at-most', value: 20 },
          },
          {
            status: 'measured',
            name: 'a command that prints 100 MiB, beyond the same redirected by sh, vs the floor',
            unit: 'ms',
            ours: times.ours,
            baseline: times.floor,
            target: { kind: 'difference', atMost: 0 },
          },
          {
            status: 'measured',
            name: 'a command that prints 100 MiB, peak memory of all processes of the run',
            unit: 'MB',
            ours: memory.ours,
            baseline: memory.floor,
            target: { kind: 'at-most', value: 110 },
          },
        ];
      },
    }),
};

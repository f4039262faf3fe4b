import { agentPairs } from '../support/agent-pairs.ts';
import { measureAgents } from '../support/agent-bench.ts';
import { runAgent } from '../support/agent-run.ts';
import { scriptOf } from '../support/agent-script.ts';
import { arrivedAt } from '../support/agent-times.ts';
import type { Row } from '../support/row.ts';

/** A whole run in which the model only says a text. */
export const agentStartRow: Row = {
  name: 'agent-start',
  about: 'sluice -p of a text-only answer: start to first request and to exit, vs the floor',
  measure: ({ isQuick }) =>
    measureAgents({
      'a text-only run': async (bench) => {
        const { ours, floor } = await agentPairs(bench, isQuick ? 3 : 15, async (program) => {
          const { startedAt, endedAt, report } = await runAgent(bench, program, scriptOf());
          return { whole: endedAt - startedAt, first: arrivedAt(report, 0) - startedAt };
        });
        return [
          {
            status: 'measured',
            name: 'a text-only run, start to exit, vs the floor',
            unit: 'ms',
            ours: ours.map(({ whole }) => whole),
            baseline: floor.map(({ whole }) => whole),
            target: { kind: 'difference', atMost: 40 },
          },
          {
            status: 'measured',
            name: 'a text-only run, start to the first request, vs the floor',
            unit: 'ms',
            ours: ours.map(({ first }) => first),
            baseline: floor.map(({ first }) => first),
            target: { kind: 'difference', atMost: 35 },
          },
        ];
      },
    }),
};

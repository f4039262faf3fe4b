import type { AgentBench } from './agent-bench.ts';
import type { AgentProgram } from './agent-programs.ts';

/** Ours and the floor in turns, after one run of each that does not count. */
export async function agentPairs<Measure>(
  { ours, floor }: AgentBench,
  runs: number,
  measure: (program: AgentProgram) => Promise<Measure>,
): Promise<{ readonly ours: readonly Measure[]; readonly floor: readonly Measure[] }> {
  const measured = { ours: Array<Measure>(), floor: Array<Measure>() };
  for (let run = -1; run < runs; run += 1) {
    const [our, base] = [await measure(ours), await measure(floor)];
    if (run < 0) continue;
    measured.ours.push(our);
    measured.floor.push(base);
  }
  return measured;
}

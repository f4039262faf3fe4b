import { readdirSync } from 'node:fs';
import { agentCall, run, says } from './agents-program.ts';
import { residentMemory } from '../process-memory.ts';

/** Calls in one message, which run one after the other. */
const MESSAGE = 20;

/** Opens so many agents one after the other; what the program holds beyond what it held after the first of them. */
export async function agentsInTurn(
  agents: number,
  first: number,
): Promise<{ readonly worked: number; readonly heldKb: number; readonly heldFiles: number }> {
  let [pid, opened, worked] = [0, 0, 0];
  const held = (): readonly [kb: number, files: number] => [
    residentMemory(pid) ?? Number.NaN,
    readdirSync(`/proc/${pid}/fd`).length,
  ];
  let before: readonly [kb: number, files: number] = [Number.NaN, Number.NaN];
  let after = before;
  await run(
    ({ body }) => {
      if (!JSON.stringify(body['messages']).includes('Do the work.')) {
        worked += 1;
        return says('Done.');
      }
      if (worked === first) before = held();
      if (worked === agents) after = held();
      if (opened === agents) return says('Done.');
      opened += MESSAGE;
      return { content: Array.from({ length: MESSAGE }, agentCall) };
    },
    {
      env: { SLUICE_MAX_TOOL_USE_CONCURRENCY: '1' },
      args: ['--settings', JSON.stringify({ agents: { maxPerPrompt: 10_000 } })],
      started: (of) => (pid = of),
    },
  );
  const [[kbBefore, filesBefore], [kbAfter, filesAfter]] = [before, after];
  return { worked, heldKb: kbAfter - kbBefore, heldFiles: filesAfter - filesBefore };
}

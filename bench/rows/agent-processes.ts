import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { measureAgents, type AgentBench } from '../support/agents/agent-bench.ts';
import { processesWith } from '../support/agents/agent-leftovers.ts';
import type { AgentProgram } from '../support/agents/agent-programs.ts';
import { agentPairs } from '../support/agents/agent-pairs.ts';
import { startAgent } from '../support/agents/agent-run.ts';
import { bashCall, scriptOf } from '../support/agents/agent-script.ts';
import type { Line } from '../support/table/line.ts';
import type { Row } from '../support/table/row.ts';

interface Case {
  readonly signal: NodeJS.Signals;
  readonly isToGroup: boolean;
  /** The command's processes ignore all signals that can be ignored. */
  readonly isStubborn: boolean;
  readonly mostMs: number;
}

const EASY = { isToGroup: false, isStubborn: false, mostMs: 60 };
const CASES: Readonly<Record<string, Case>> = {
  'SIGINT to the group': { ...EASY, signal: 'SIGINT', isToGroup: true },
  'SIGINT to the process': { ...EASY, signal: 'SIGINT' },
  'SIGTERM to the process': { ...EASY, signal: 'SIGTERM' },
  'SIGTERM, which the command ignores': { ...EASY, signal: 'SIGTERM', isStubborn: true, mostMs: 5000 },
  'SIGHUP to the process': { ...EASY, signal: 'SIGHUP' },
  'SIGKILL to the process': { ...EASY, signal: 'SIGKILL' },
};
const PROCESSES = 2;
const IGNORE = "trap '' TERM INT HUP; ";
const START_MS = 20_000;
const END_MS = 10_000;
const SETTLE_MS = 2000;
const LOOK_MS = 10;

/** What goes on after a run was ended from outside in the middle of a command. */
export const agentProcessesRow: Row = {
  name: 'agent-processes',
  about:
    'sluice -p: processes left of the two of a command after signals, and the time to exit, beside the floor',
  measure: ({ isQuick }) =>
    measureAgents(
      Object.fromEntries(
        Object.entries(CASES).map(([name, kind]) => [
          name,
          async (bench: AgentBench): Promise<readonly Line[]> => {
            const { ours, floor } = await agentPairs(bench, isQuick ? 1 : 3, (program) =>
              afterSignal(bench, program, kind),
            );
            const left: Line = {
              status: 'measured',
              name: `processes left of ${PROCESSES} after ${name}`,
              unit: 'processes',
              ours: ours.map((one) => one.left),
              baseline: floor.map((one) => one.left),
              target: { kind: 'at-most', value: 0 },
            };
            const exit: Line = {
              status: 'measured',
              name: `time to exit after ${name}`,
              unit: 'ms',
              ours: ours.map((one) => one.exitMs),
              baseline: floor.map((one) => one.exitMs),
              target: { kind: 'at-most', value: kind.mostMs },
            };
            // No one is there to wait for after a SIGKILL.
            return kind.signal === 'SIGKILL' ? [left] : [left, exit];
          },
        ]),
      ),
    ),
};

interface AfterSignal {
  readonly left: number;
  /** From the signal to the end of the process. */
  readonly exitMs: number;
}

async function afterSignal(
  bench: AgentBench,
  program: AgentProgram,
  { signal, isToGroup, isStubborn }: Case,
): Promise<AfterSignal> {
  // A time that no other sleep has tells these processes apart.
  const tag = `${1000 + Math.random()}`;
  await bench.server.play(
    scriptOf([bashCall(`${isStubborn ? IGNORE : ''}sleep ${tag} & sleep ${tag}; wait`)]),
  );
  const child = startAgent(bench, program);
  child.stdout.resume();
  child.stderr.resume();
  const { pid } = child;
  if (pid === undefined) throw new Error(`${program.name} did not start.`);
  const exited = once(child, 'exit').then(() => performance.now());
  try {
    const hasStarted = await until(() => processesWith(tag).length >= PROCESSES, START_MS);
    if (!hasStarted) throw new Error(`${program.name} did not start the command's processes.`);
    const sentAt = performance.now();
    process.kill(isToGroup ? -pid : pid, signal);
    const endedAt = await Promise.race([exited, delay(END_MS, undefined, { ref: false })]);
    if (endedAt === undefined)
      throw new Error(`${program.name} did not end within ${END_MS} ms of ${signal}.`);
    await until(() => processesWith(tag).length === 0, SETTLE_MS);
    return { left: processesWith(tag).length, exitMs: endedAt - sentAt };
  } finally {
    child.kill('SIGKILL');
    for (const left of processesWith(tag)) process.kill(left, 'SIGKILL');
  }
}

async function until(isSo: () => boolean, withinMs: number): Promise<boolean> {
  const end = performance.now() + withinMs;
  while (!isSo()) {
    if (performance.now() > end) return false;
    await delay(LOOK_MS);
  }
  return true;
}

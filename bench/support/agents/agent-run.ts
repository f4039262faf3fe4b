import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Answer } from '../../../packages/agent/test/support/model-server/script.ts';
import type { AgentBench } from './agent-bench.ts';
import type { AgentProgram } from './agent-programs.ts';
import type { AgentReport } from './agent-server.ts';
import { samplePeaks, sumOf } from '../sample-peaks.ts';

export interface AgentRun {
  /** Milliseconds since 1970, as all times here. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly report: AgentReport;
  /** Peak of the process and of all that it started, in megabytes; where it was asked for. */
  readonly peakMegabytes: number;
}

const SAMPLE_MS = 10;

/**
 * Runs an agent through a script to its end.
 * @throws Error when it fails, or has done less than the script tells it to.
 */
export async function runAgent(
  bench: AgentBench,
  program: AgentProgram,
  script: readonly Answer[],
  { isMemorySampled = false } = {},
): Promise<AgentRun> {
  await bench.server.play(script);
  const startedAt = now();
  const child = startAgent(bench, program);
  const closed = once(child, 'close');
  const peaks = new Map<number, number>();
  const { pid } = child;
  const sampling =
    isMemorySampled && pid !== undefined ? setInterval(() => samplePeaks(pid, peaks), SAMPLE_MS) : undefined;
  let [head, errors] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    if (head.length < KEPT) head += chunk.toString('utf8', 0, KEPT);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    if (errors.length < KEPT) errors += chunk.toString('utf8', 0, KEPT);
  });
  const [code]: unknown[] = await closed;
  const endedAt = now();
  clearInterval(sampling);
  if (code !== 0) {
    const [said = ''] = (errors || head).trim().split('\n');
    throw new Error(`${program.name} ended with ${String(code)}: ${said}`);
  }
  const report = await bench.server.report();
  checkWork(program, script, report);
  return { startedAt, endedAt, report, peakMegabytes: sumOf(peaks) / 1024 };
}

const KEPT = 600;

export function startAgent({ server, cwd, home }: AgentBench, program: AgentProgram) {
  const [file = '', ...args] = program.command('Do the work.');
  return spawn(file, args, {
    cwd,
    // A group of its own, to which signals can be sent.
    detached: true,
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      ANTHROPIC_BASE_URL: server.address,
      ANTHROPIC_API_KEY: 'test',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Every answer was asked for, every call has its result, and the conversation is one that the API takes. */
function checkWork({ name }: AgentProgram, script: readonly Answer[], report: AgentReport): void {
  const { requests, problems, lastBody } = report;
  if (requests.length < script.length)
    throw new Error(`${name} sent ${requests.length} requests; the script has ${script.length} answers.`);
  if (problems.length > 0)
    throw new Error(`${name} broke the API's rules: ${problems.slice(0, 3).join(' ')}`);
  const calls = script.flatMap((answer) =>
    'content' in answer ? answer.content.filter(({ type }) => type === 'call') : [],
  );
  const blocks = lastBody.messages.flatMap(({ content }) => (typeof content === 'string' ? [] : content));
  const results = blocks.filter((block) => block.type === 'tool_result');
  if (results.length < calls.length)
    throw new Error(`${name} sent ${results.length} results; the script has ${calls.length} calls.`);
  const failures = results.filter((block) => 'is_error' in block && block.is_error === true);
  if (failures.length > 0) throw new Error(`${failures.length} calls of ${name} failed.`);
}

function now(): number {
  return performance.timeOrigin + performance.now();
}

import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Piece } from '../../packages/agent/test/support/model-server/script.ts';
import { startModelServer } from '../../packages/agent/test/support/model-server/start-model-server.ts';
import { busyShares } from '../support/busy-shares.ts';
import { heldMegabytes, REPORTS_HEAP } from '../support/held-memory.ts';
import { interleave, timeOf } from '../support/table/interleave.ts';
import type { Line } from '../support/table/line.ts';
import type { PtyProgram } from '../support/pty-program.ts';
import type { StreamBench } from './terminal-stream.ts';

const READY = 'default · ';
const LOG_LINES = 10_000;
const MANY_LINES = 100_000;
/** Begins each frame. */
const FRAME = '\u001b[?2026h';

/** What a start with a prompt, a call at work, and a long log take. */
export async function workLines(bench: StreamBench): Promise<readonly Line[]> {
  return [await ofFirstRequest(bench), ...(await ofCall(bench)), ...(await ofLog(bench))];
}

/** From the start to the first request, beside `sluice -p` with the same prompt. */
async function ofFirstRequest({ open, command, isQuick }: StreamBench): Promise<Line> {
  const requestOf = async (words: string): Promise<number> => {
    const arrived = Promise.withResolvers<void>();
    await using server = await startModelServer(() => {
      arrived.resolve();
      return { content: [{ type: 'text', text: ['done\n', { type: 'silence' }] }] };
    });
    let program: PtyProgram | undefined;
    const ms = await timeOf(async () => {
      program = open(words, { ANTHROPIC_BASE_URL: server.address });
      await arrived.promise;
    });
    await program?.end();
    return ms;
  };
  const times = await interleave(
    isQuick ? 3 : 21,
    () => requestOf(`${command} 'go on'`),
    () => requestOf(`${command} -p 'go on'`),
  );
  return {
    ...{ status: 'measured', name: 'start to first request, beside sluice -p', unit: 'ms' },
    ...times,
    target: { kind: 'difference', atMost: 25 },
  };
}

/** A command that prints nothing: only its clock changes. */
async function ofCall({ open, command, isQuick }: StreamBench): Promise<readonly Line[]> {
  await using server = await startModelServer(() => ({
    content: [{ type: 'call', name: 'Bash', input: { command: 'sleep 600' } }],
  }));
  const program = open(`${command} --allowedTools 'Bash(sleep *)'`, { ANTHROPIC_BASE_URL: server.address });
  await program.prints(READY);
  program.type('go\r');
  await program.prints('sleep 600  ');
  const seconds = isQuick ? 15 : 60;
  await delay(isQuick ? 15_000 : 30_000);
  // From one frame on: a time that begins anywhere has one frame more or less.
  await program.prints(FRAME, program.printedLength);
  const from = program.printedLength;
  const startedAt = performance.now();
  const busy = await busyShares(program, seconds);
  const frames = program.printedFrom(from).split(FRAME).length - 1;
  const elapsed = (performance.now() - startedAt) / 1000;
  await program.end();
  return [
    {
      ...{ status: 'measured', name: `CPU while a call runs, for ${seconds} s in steps of 5 s`, unit: '%' },
      ...{ ours: busy, baseline: undefined, target: { kind: 'at-most', value: 0.5 } },
    },
    {
      ...{ status: 'measured', name: 'frames a second meanwhile', unit: '/s' },
      ...{ ours: [frames / elapsed], baseline: undefined, target: { kind: 'at-most', value: 1 } },
    },
  ];
}

/** Keys and memory once the log is long. */
async function ofLog({ open, command, cwd, isQuick }: StreamBench): Promise<readonly Line[]> {
  const rows = (count: number, end: string): readonly Piece[] => [
    ...Array.from({ length: count / 100 }, (_, at) => `row ${at} of a long log\n`.repeat(100)),
    `${end}\n`,
  ];
  let asked = 0;
  await using server = await startModelServer(() => {
    asked += 1;
    const text = asked === 1 ? rows(LOG_LINES, 'end-1') : rows(MANY_LINES, `end-${asked}`);
    return { content: [{ type: 'text', text }] };
  });
  const opened = async (more: Readonly<Record<string, string>>): Promise<PtyProgram> => {
    const program = open(command, { ANTHROPIC_BASE_URL: server.address, ...more });
    await program.prints(READY);
    return program;
  };
  const report = join(cwd, 'heap.json');
  const [long, fresh] = [await opened({ NODE_OPTIONS: REPORTS_HEAP, HEAP_REPORT: report }), await opened({})];
  long.type('go\r');
  await long.prints('end-1');
  await delay(1000);
  const keyOf = (program: PtyProgram): (() => Promise<number>) => {
    return async () => {
      const from = program.printedLength;
      return timeOf(async () => {
        program.type('Z');
        await program.prints('Z', from);
      });
    };
  };
  const echoes = await interleave(isQuick ? 10 : 100, keyOf(long), keyOf(fresh));
  await fresh.end();
  const afterMore = async (): Promise<{ readonly held: number; readonly resident: number }> => {
    const from = long.printedLength;
    long.type('\u0015go\r');
    await long.prints(`end-${asked + 1}`, from);
    await delay(1000);
    const resident = long.residentMegabytes;
    return { resident, held: await heldMegabytes(long, report) };
  };
  const before = await afterMore();
  await afterMore();
  const after = await afterMore();
  // The conversation is twice in memory: its texts, and the bytes of the next request.
  const conversation = (2 * 2 * MANY_LINES * 'row 999 of a long log\n'.length) / 1e6;
  await long.end();
  return [
    {
      ...{
        status: 'measured',
        name: `key to echo after ${LOG_LINES} lines, beside a fresh start`,
        unit: 'ms',
      },
      ...echoes,
      target: { kind: 'ratio', atMost: 1.2, plus: 0 },
    },
    {
      ...{
        status: 'measured',
        name: `memory held after three times ${MANY_LINES} lines, beside after one; without the conversation`,
        unit: 'MB',
      },
      ...{ ours: [after.held - conversation], baseline: [before.held] },
      target: { kind: 'difference', atMost: 4 },
    },
    {
      ...{ status: 'measured', name: 'resident then, garbage included', unit: 'MB' },
      ...{ ours: [after.resident], baseline: [before.resident], target: { kind: 'none' } },
    },
  ];
}

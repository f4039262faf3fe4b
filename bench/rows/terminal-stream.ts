import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Item, Piece } from '../../packages/agent/test/support/model-server/script.ts';
import { startModelServer } from '../../packages/agent/test/support/model-server/start-model-server.ts';
import { timeOf } from '../support/table/interleave.ts';
import type { Line } from '../support/table/line.ts';
import type { PtyProgram } from '../support/pty-program.ts';

/** Opens a program in a terminal, with a model server's address. */
export type OpenProgram = (command: string, env: Readonly<Record<string, string>>) => PtyProgram;

export interface StreamBench {
  readonly open: OpenProgram;
  /** The command of the interactive terminal. */
  readonly command: string;
  readonly cwd: string;
  readonly isQuick: boolean;
}

const READY = 'default · ';
const TOKEN_MS = 5;
const LIVE_ROWS = 5;
/** Commands that still run after a second are put into groups. Their start is not what a token takes. */
const STARTED_MS = 2500;
const PASTE_LINES = 10_000;

const SLEEPS = Array.from({ length: LIVE_ROWS }, (_, at): Item => ({
  type: 'call',
  name: 'Bash',
  input: { command: `sleep ${600 + at}` },
}));
const LAST_SLEEP = `sleep ${600 + LIVE_ROWS - 1}`;

/** What a stream, a long session and a great paste take. */
export async function streamLines(bench: StreamBench): Promise<readonly Line[]> {
  return [...(await ofStream(bench)), await ofTurns(bench), ...(await ofPaste(bench))];
}

/** Tokens beside calls that run: what is printed for each, what it takes, and how soon a key shows meanwhile. */
async function ofStream({ open, command, isQuick }: StreamBench): Promise<readonly Line[]> {
  const tokens = isQuick ? 200 : 1000;
  const words = Array.from({ length: tokens }, (_, at) => (at % 12 === 11 ? 'line\n' : 'word '));
  const pieces = words.flatMap((word): readonly Piece[] => [word, { type: 'wait', ms: TOKEN_MS }]);
  const gate = Promise.withResolvers<void>();
  await using server = await startModelServer(() => ({
    content: [
      ...SLEEPS,
      {
        type: 'text',
        text: [{ type: 'gate', opened: gate.promise }, ...pieces, 'the-end\n', { type: 'silence' }],
      },
    ],
  }));
  const program = open(`${command} --allowedTools 'Bash(sleep *)'`, { ANTHROPIC_BASE_URL: server.address });
  await program.prints(READY);
  program.type('go\r');
  await program.prints(LAST_SLEEP);
  await delay(STARTED_MS);
  const [cpu, bytes] = [program.cpuMs, program.printedLength];
  gate.resolve();
  await program.prints('the-end');
  const used = { cpu: program.cpuMs - cpu, bytes: program.printedLength - bytes };
  await program.end();

  // The same words at the same pace from a program that only writes them.
  const text = `const words = ${JSON.stringify(words)}; let at = 0; const next = () => { if (at === words.length) { process.stdout.write('the-end'); return setTimeout(() => {}, 60000); } process.stdout.write(words[at++]); setTimeout(next, ${TOKEN_MS}); }; process.stdout.write('ready'); process.stdin.once('data', next);`;
  const plain = open(`'${process.execPath}' -e '${text.replaceAll("'", String.raw`'\''`)}'`, {});
  await plain.prints('ready');
  const plainCpu = plain.cpuMs;
  plain.type('\n');
  await plain.prints('the-end');
  const plainUsed = plain.cpuMs - plainCpu;
  await plain.end();

  const keys = isQuick ? 20 : 200;
  const echoes = await echoesWhileStreaming(open, command, keys);
  const plainEchoes = await plainEchoesOf(open, keys);
  return [
    {
      ...{ status: 'measured', name: `printed for a token, ${LIVE_ROWS} calls running`, unit: 'bytes' },
      ...{ ours: [used.bytes / tokens], baseline: undefined, target: { kind: 'at-most', value: 60 } },
    },
    {
      ...{
        status: 'measured',
        name: `CPU of ${tokens} tokens beside those, and of only writing them`,
        unit: 'ms',
      },
      ...{ ours: [used.cpu], baseline: [plainUsed] },
      target: { kind: 'difference', atMost: 100 },
    },
    {
      ...{
        status: 'measured',
        name: `key to echo while it streams, ${LIVE_ROWS} calls running, beside cat`,
        unit: 'ms',
      },
      ...{ ours: echoes, baseline: plainEchoes, target: { kind: 'none' } },
    },
    {
      ...{ status: 'measured', name: '95 of 100 keys while it streams, beside cat', unit: 'ms' },
      ...{ ours: [p95(echoes)], baseline: [p95(plainEchoes)] },
      target: { kind: 'difference', atMost: 12 },
    },
  ];
}

async function echoesWhileStreaming(
  open: OpenProgram,
  command: string,
  keys: number,
): Promise<readonly number[]> {
  const endless = Array.from({ length: 20_000 }, (_, at): readonly Piece[] => [
    at % 12 === 11 ? 'line\n' : 'word ',
    { type: 'wait', ms: TOKEN_MS },
  ]).flat();
  await using server = await startModelServer(() => ({
    content: [...SLEEPS, { type: 'text', text: endless }],
  }));
  const program = open(`${command} --allowedTools 'Bash(sleep *)'`, { ANTHROPIC_BASE_URL: server.address });
  await program.prints(READY);
  program.type('go\r');
  await program.prints(LAST_SLEEP);
  await delay(STARTED_MS);
  const times = await echoesOf(program, keys);
  await program.end();
  return times;
}

async function plainEchoesOf(open: OpenProgram, keys: number): Promise<readonly number[]> {
  const program = open(`sh -c 'stty raw -echo; echo ready; exec cat'`, {});
  await program.prints('ready');
  const times = await echoesOf(program, keys);
  await program.end();
  return times;
}

function p95(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(0.95 * times.length) - 1] ?? Number.NaN;
}

async function echoesOf(program: PtyProgram, keys: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let key = 0; key < keys; key += 1) {
    const from = program.printedLength;
    times.push(
      await timeOf(async () => {
        program.type('Z');
        await program.prints('Z', from);
      }),
    );
    await delay(20);
  }
  return times;
}

/** Memory when a session's last request is sent, beside `sluice -p` that did the same. */
async function ofTurns({ open, command, cwd, isQuick }: StreamBench): Promise<Line> {
  const turns = isQuick ? 100 : 1000;
  writeFileSync(join(cwd, 'read.txt'), 'a line\n'.repeat(20));
  const memoryOf = async (words: string, isInteractive: boolean): Promise<number> => {
    let asked = 0;
    const last = Promise.withResolvers<void>();
    await using server = await startModelServer(() => {
      asked += 1;
      if (asked === turns) last.resolve();
      return asked >= turns
        ? { content: [{ type: 'text', text: ['done\n', { type: 'silence' }] }] }
        : { content: [{ type: 'call', name: 'Glob', input: { pattern: `none${asked}*` } }] };
    });
    const program = open(words, { ANTHROPIC_BASE_URL: server.address });
    if (isInteractive) {
      await program.prints(READY);
      program.type('go\r');
    }
    await last.promise;
    await delay(1000);
    const megabytes = program.residentMegabytes;
    await program.end();
    return megabytes;
  };
  const ours = await memoryOf(command, true);
  const baseline = await memoryOf(`${command} -p go`, false);
  return {
    ...{ status: 'measured', name: `memory after ${turns} turns, beside sluice -p`, unit: 'MB' },
    ...{ ours: [ours], baseline: [baseline], target: { kind: 'difference', atMost: 25 } },
  };
}

async function ofPaste({ open, command, isQuick }: StreamBench): Promise<readonly Line[]> {
  const pasted = Array.from(
    { length: PASTE_LINES },
    (_, at) => `${at} a line of what someone has copied somewhere, and pastes`,
  ).join('\r');
  const ours: number[] = [];
  const echoed: number[] = [];
  for (let run = 0; run < (isQuick ? 2 : 9); run += 1) {
    const program = open(command, {});
    await program.prints(READY);
    const from = program.printedLength;
    ours.push(
      await timeOf(async () => {
        program.type(`\u001b[200~${pasted}\u001b[201~`);
        await program.prints('[paste 1: 10,000 lines', from);
      }),
    );
    echoed.push(program.printedLength - from);
    await program.end();
  }
  const size = `${Math.round(pasted.length / 1000)} kB`;
  return [
    {
      ...{ status: 'measured', name: `paste of ${size} to its chip`, unit: 'ms' },
      ...{ ours, baseline: undefined, target: { kind: 'at-most', value: 200 } },
    },
    {
      ...{ status: 'measured', name: `printed for that paste`, unit: 'bytes' },
      ...{ ours: echoed, baseline: undefined, target: { kind: 'at-most', value: 300 } },
    },
  ];
}

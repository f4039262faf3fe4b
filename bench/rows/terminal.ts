import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { interleave, timeOf } from '../support/table/interleave.ts';
import type { Line } from '../support/table/line.ts';
import { PtyProgram } from '../support/pty-program.ts';
import type { Row } from '../support/table/row.ts';
import { streamLines } from './terminal-stream.ts';
import { busyShares } from '../support/busy-shares.ts';
import { workLines } from './terminal-work.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const PROGRAM = fileURLToPath(new URL('../../packages/sluice/bin/sluice.js', import.meta.url));
/** What is there once a person can type. */
const PROMPT = '> ';
/** What the status row shows once the session is open. */
const READY = 'default · ';
const IDLE_SECONDS = 60;
const QUICK_IDLE_SECONDS = 15;

/** The interactive terminal beside a bare Node, and a key beside a terminal's own echo. */
export const terminalRow: Row = {
  name: 'terminal',
  about:
    'the interactive terminal: start to prompt, key to echo, idle, streams, many turns, a large paste, a call at work, a long log',
  async measure({ isQuick }): Promise<readonly Line[]> {
    using directory = temporaryDirectory();
    const cwd = directory.path;
    const env = {
      HOME: cwd,
      SLUICE_STATE_DIR: join(cwd, 'state'),
      TERM: 'xterm-256color',
      ANTHROPIC_API_KEY: 'key',
      ANTHROPIC_BASE_URL: 'http://127.0.0.1:9',
      ANTHROPIC_MODEL: 'claude-sonnet-4-5',
    };
    const open = (command: string, more: Readonly<Record<string, string>> = {}): PtyProgram =>
      new PtyProgram(`exec ${command}`, { ...env, ...more }, cwd);
    const sluice = (): PtyProgram => open(`'${process.execPath}' '${PROGRAM}'`);
    const startOf = async (program: () => PtyProgram, text: string): Promise<number> => {
      let opened: PtyProgram | undefined;
      const ms = await timeOf(async () => {
        opened = program();
        await opened.prints(text);
      });
      await opened?.end();
      return ms;
    };
    const bare = (): PtyProgram =>
      open(`'${process.execPath}' -e 'process.stdout.write("ready"); setTimeout(() => {}, 60000)'`);
    const runs = isQuick ? 3 : 21;
    const start = await interleave(
      runs,
      () => startOf(sluice, PROMPT),
      () => startOf(bare, 'ready'),
    );
    const firstKey = await interleave(
      runs,
      async () => {
        let opened: PtyProgram | undefined;
        const ms = await timeOf(async () => {
          opened = sluice();
          await opened.prints(PROMPT);
          const from = opened.printedLength;
          opened.type('x');
          await opened.prints('x', from);
        });
        await opened?.end();
        return ms;
      },
      () => startOf(bare, 'ready'),
    );
    const session = await interleave(
      runs,
      () => startOf(sluice, READY),
      () => startOf(bare, 'ready'),
    );

    const prompt = sluice();
    await prompt.prints(READY);
    const plain = open(`sh -c 'stty raw -echo; echo ready; exec cat'`);
    await plain.prints('ready');
    const keyOf = (program: PtyProgram): (() => Promise<number>) => {
      return () =>
        timeOf(async () => {
          const from = program.printedLength;
          program.type('x');
          await program.prints('x', from);
        });
    };
    const echo = await interleave(isQuick ? 10 : 100, keyOf(prompt), keyOf(plain));
    await plain.end();

    const seconds = isQuick ? QUICK_IDLE_SECONDS : IDLE_SECONDS;
    // What starting and typing has begun is over by then, and what V8 collects once a program is idle: about 0.1 s, 10 to 25 s after.
    await delay(30_000);
    const bytes = prompt.printedLength;
    const busy = await busyShares(prompt, seconds);
    const resident = prompt.residentMegabytes;
    const isSilent = prompt.printedLength === bytes;
    await prompt.end();
    const command = `'${process.execPath}' '${PROGRAM}'`;
    const bench = { open, command, cwd, isQuick };
    const streamed = [...(await streamLines(bench)), ...(await workLines(bench))];
    return [
      {
        ...{ status: 'measured', name: 'start to prompt, beside a bare node', unit: 'ms' },
        ...start,
        target: { kind: 'difference', atMost: 20 },
      },
      {
        ...{ status: 'measured', name: 'start to the first key echoed, beside a bare node', unit: 'ms' },
        ...firstKey,
        target: { kind: 'difference', atMost: 60 },
      },
      {
        ...{ status: 'measured', name: 'start to an open session, beside a bare node', unit: 'ms' },
        ...session,
        target: { kind: 'none' },
      },
      {
        ...{ status: 'measured', name: 'key to echo, idle, beside cat', unit: 'ms' },
        ...echo,
        target: { kind: 'difference', atMost: 2 },
      },
      isSilent
        ? {
            ...{ status: 'measured', name: `CPU while idle for ${seconds} s, in steps of 5 s`, unit: '%' },
            ...{ ours: busy, baseline: undefined, target: { kind: 'at-most', value: 0.1 } },
          }
        : { status: 'failed', name: 'CPU while idle', reason: 'something was printed while no one typed' },
      {
        ...{ status: 'measured', name: 'memory at an idle prompt', unit: 'MB' },
        ...{ ours: [resident], baseline: undefined, target: { kind: 'none' } },
      },
      ...streamed,
    ];
  },
};

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createProcessSession, type CommandRequest, type NamedProcess } from '../../src/index.ts';
import { isRunning, readPids, temporaryDirectory, type TemporaryDirectory, until } from '../helpers.ts';
import { neededSandbox } from '../sandbox/needed-sandbox.ts';

const support = await neededSandbox();
const reason = support.isAvailable ? '' : ` (skipped: ${support.reason})`;
let directory: TemporaryDirectory;
beforeEach(() => {
  directory = temporaryDirectory();
});
afterEach(() => directory.dispose());

/** Who waits for it has failed. */
const FOREVER_MS = 1_000_000;
vi.setConfig({ testTimeout: 60_000 });
const at = (name: string): string => join(directory.path, name);
const pids = (): number[] => readPids(at('pids'));
const request = (command: string, more: Partial<CommandRequest>): CommandRequest => ({
  command,
  cwd: directory.path,
  outputPath: at('output'),
  graceMs: FOREVER_MS,
  ...more,
});
/** Ignores SIGTERM, with a child that does, too. */
const STUBBORN = `trap '' TERM; sleep 1000 & echo $! >>pids; echo $$ >>pids; wait`;

it('names what ignores SIGTERM, kills it when told to, and says that nothing is left to wait for', async () => {
  await using session = createProcessSession();
  const controller = new AbortController();
  const [seen, own]: (readonly NamedProcess[])[][] = [[], []];
  session.stopping.watch((processes) => seen?.push(processes));
  const running = session.run(
    request(STUBBORN, {
      signal: controller.signal,
      onStopping: (processes) => own?.push(processes),
    }),
  );
  await until(() => pids().length === 2, 'both are there');
  expect(session.stopping.kill()).toBe(false);
  controller.abort();
  await until(() => seen?.length === 1, 'it is reported');
  const sleeping = { pid: pids()[0], name: 'sleep' };
  expect(seen).toEqual([[sleeping]]);
  expect(session.stopping.kill()).toBe(true);
  // Once: what could not be killed is not "being ended" any more.
  expect(session.stopping.kill()).toBe(false);
  const result = await running;
  expect(result).toMatchObject({ end: { status: 'cancelled' }, stopped: [sleeping], remaining: [] });
  expect(pids().filter(isRunning)).toEqual([]);
  expect(seen).toEqual([[sleeping], []]);
  expect(own).toEqual(seen);
});

it('says when it has ended by itself; its shell is named if nothing else is left', async () => {
  await using session = createProcessSession();
  const controller = new AbortController();
  const seen: (readonly NamedProcess[])[] = [];
  session.stopping.watch((processes) => seen.push(processes));
  const command = `trap 'echo asked' TERM; echo $$ >>pids; until [ -e go ]; do read -t 0.05 <> <(:); done`;
  const running = session.run(request(command, { signal: controller.signal }));
  await until(() => pids().length === 1, 'it is there');
  controller.abort();
  await until(() => seen.length > 0, 'it is reported');
  writeFileSync(at('go'), '');
  expect((await running).end.status).toBe('cancelled');
  expect(seen.map((processes) => processes.map(({ pid }) => pid))).toEqual([pids(), []]);
  expect(readFileSync(at('output'), 'utf8')).toBe('asked\n');
});

it('says nothing of what dies of SIGTERM', async () => {
  await using session = createProcessSession();
  const controller = new AbortController();
  const seen: unknown[] = [];
  session.stopping.watch((processes) => seen.push(processes));
  const command = `sleep 1000 & echo $! >>pids; echo $$ >>pids; wait`;
  const running = session.run(request(command, { signal: controller.signal }));
  await until(() => pids().length === 2, 'both are there');
  controller.abort();
  await running;
  expect(seen).toEqual([]);
});

it('kills everything that is being ended, and leaves alone what runs', async () => {
  await using session = createProcessSession();
  const [first, second] = [new AbortController(), new AbortController()];
  const one = session.run(request(STUBBORN, { signal: first.signal }));
  const other = session.run(request(STUBBORN, { signal: first.signal, outputPath: at('other') }));
  await until(() => pids().length === 4, 'all are there');
  const stubborn = pids();
  const stay = request(`sleep 1000 & echo $! >>pids; wait`, {
    signal: second.signal,
    outputPath: at('third'),
  });
  const third = session.run(stay);
  await until(() => pids().length === 5, 'another is there');
  first.abort();
  // Before anything has looked at them: they were told to end already.
  expect(session.stopping.kill()).toBe(true);
  await Promise.all([one, other]);
  expect(stubborn.filter(isRunning)).toEqual([]);
  expect(pids().filter(isRunning)).toEqual(pids().slice(4));
  second.abort();
  expect((await third).end.status).toBe('cancelled');
});

it('kills later as well, without SIGTERM: commands, programs, and the session', async () => {
  const session = createProcessSession();
  const controller = new AbortController();
  const stubborn = `trap 'echo asked' TERM; echo $$ >>pids; while :; do read -t 1 <> <(:); done`;
  const before = session.run(request(stubborn, { signal: controller.signal }));
  const program = session.start({
    command: 'bash',
    args: ['-c', stubborn],
    cwd: directory.path,
    env: process.env,
  });
  await until(() => pids().length === 2, 'both are there');
  expect(session.stopping.kill(true)).toBe(false);
  const after = session.run(request(stubborn, { outputPath: at('after') }));
  await until(() => pids().length === 3, 'a third is there');
  controller.abort();
  expect((await before).end.status).toBe('cancelled');
  if (program.ok) await program.process.end({ graceMs: FOREVER_MS });
  await session.dispose();
  expect((await after).end.status).toBe('cancelled');
  expect(pids().filter(isRunning)).toEqual([]);
  expect([readFileSync(at('output'), 'utf8'), readFileSync(at('after'), 'utf8')]).toEqual(['', '']);
});

it.skipIf(!support.isAvailable)(`kills what is in a sandbox${reason}`, async () => {
  await using session = createProcessSession();
  const controller = new AbortController();
  const seen: (readonly NamedProcess[])[] = [];
  session.stopping.watch((processes) => seen.push(processes));
  const running = session.run(
    request(`trap '' TERM; sleep 1000 & echo $!; wait`, {
      signal: controller.signal,
      sandbox: {
        kind: 'workspace-write',
        ...{ writable: [directory.path], protected: [], hidden: [], network: 'none' },
      },
    }),
  );
  await until(() => readPids(at('output')).length === 1, 'it is there');
  controller.abort();
  await until(() => seen.length > 0, 'it is reported');
  expect(seen[0]).toMatchObject([{ name: 'sleep', innerPid: readPids(at('output'))[0] }]);
  expect(session.stopping.kill()).toBe(true);
  const result = await running;
  expect(result).toMatchObject({ end: { status: 'cancelled' }, sandbox: 'enforced', remaining: [] });
});

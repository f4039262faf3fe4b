import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProcessSession } from '../src/index.ts';
import { listPids } from '../src/identity/list-pids.ts';
import { readProcessStat } from '../src/identity/process-stat.ts';
import { isRunning, readPids, temporaryDirectory, type TemporaryDirectory, until } from './helpers.ts';

let directory: TemporaryDirectory;
beforeEach(() => {
  directory = temporaryDirectory();
});
afterEach(() => directory.dispose());

const at = (name: string): string => join(directory.path, name);
const ownChildren = (): number[] =>
  listPids().filter((pid) => readProcessStat(pid)?.parent === process.pid && isRunning(pid));

describe('a process session', () => {
  it('starts nothing before the first command, then one watchdog', async () => {
    const before = ownChildren().length;
    const session = createProcessSession();
    expect(ownChildren()).toHaveLength(before);
    await session.run({ command: 'true', cwd: '/', outputPath: at('output') });
    await session.run({ command: 'true', cwd: '/', outputPath: at('output') });
    expect(ownChildren()).toHaveLength(before + 1);
    await session.dispose();
    await session.dispose();
    expect(ownChildren()).toHaveLength(before);
  });

  it('starts the watchdog beforehand when it is to prepare, and ends one that was never needed', async () => {
    const before = ownChildren().length;
    const session = createProcessSession();
    session.prepare();
    expect(ownChildren()).toHaveLength(before + 1);
    await session.run({ command: 'true', cwd: '/', outputPath: at('output') });
    expect(ownChildren()).toHaveLength(before + 1);
    await session.dispose();
    session.prepare();
    expect(ownChildren()).toHaveLength(before);
    const idle = createProcessSession();
    idle.prepare();
    await idle.dispose();
    await until(() => ownChildren().length === before, 'it has ended');
  });

  it('runs commands side by side', async () => {
    await using session = createProcessSession();
    const run = (command: string, name: string) =>
      session.run({ command, cwd: directory.path, outputPath: at(name) });
    await run('mkfifo one two', 'output');
    const results = await Promise.all([
      run('echo a >one; cat two', 'first'),
      run('cat one; echo b >two', 'second'),
    ]);
    expect(results.map(({ end }) => end.status)).toEqual(['exited', 'exited']);
  });

  it('cancels what runs when it is disposed of, and runs nothing afterwards', async () => {
    const session = createProcessSession();
    const request = { command: 'echo $$ >pid; sleep 1000', cwd: directory.path, outputPath: at('output') };
    const running = session.run(request);
    await until(() => readPids(at('pid')).length === 1, 'the command runs');
    await session.dispose();
    expect((await running).end.status).toBe('cancelled');
    expect(readPids(at('pid')).filter(isRunning)).toEqual([]);
    expect((await session.run(request)).end).toMatchObject({ code: 'session-disposed' });
  });

  it('ends a helper that still runs when it is disposed of', async () => {
    const session = createProcessSession();
    const env = { ...session.watched(process.env) };
    const { pid = 0 } = spawn('sleep', ['1000'], { env, stdio: 'ignore' });
    await until(() => readProcessStat(pid)?.name === 'sleep', 'the helper runs');
    await session.dispose();
    expect(isRunning(pid)).toBe(false);
  });

  it('marks no helper when it has been disposed of', async () => {
    const session = createProcessSession();
    await session.dispose();
    const before = ownChildren().length;
    expect(session.watched({ A: 'b' })).toEqual({ A: 'b' });
    expect(ownChildren()).toHaveLength(before);
  });

  it('starts another watchdog when the first has been ended', async () => {
    await using session = createProcessSession();
    const before = new Set(ownChildren());
    const watchdogs = (): number[] => ownChildren().filter((pid) => !before.has(pid));
    const request = { command: 'true', cwd: '/', outputPath: at('output') };
    await session.run(request);
    const [first = 0] = watchdogs();
    process.kill(first, 'SIGKILL');
    await until(() => readProcessStat(first) === undefined, 'it is gone');
    await session.run(request);
    expect(watchdogs()).toHaveLength(1);
  });

  it('holds none of 100 MiB of output in memory', async () => {
    const script = fileURLToPath(new URL('fixtures/print-much.ts', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--conditions=sluice-source',
      script,
      at('output'),
    ]);
    const { outputBytes, grownKiB }: { outputBytes: number; grownKiB: number } = JSON.parse(stdout);
    expect(outputBytes).toBe(104_857_600);
    expect(grownKiB).toBeLessThan(20_480);
  });
});

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listPids } from '../../src/identity/list-pids.ts';
import { readProcessStat } from '../../src/identity/process-stat.ts';
import { isRunning, readPids, temporaryDirectory, type TemporaryDirectory, until } from '../helpers.ts';

let directory: TemporaryDirectory;
beforeEach(() => {
  directory = temporaryDirectory();
});
afterEach(() => directory.dispose());

const script = fileURLToPath(new URL('../fixtures/parent.ts', import.meta.url));
const helperScript = fileURLToPath(new URL('../fixtures/parent-of-helper.ts', import.meta.url));
const startParent = (command: string): ChildProcess =>
  spawn(process.execPath, ['--conditions=sluice-source', script, directory.path, command], {
    stdio: 'inherit',
  });
const pids = (): number[] => readPids(join(directory.path, 'pid'));
const childrenOf = (parent: number): number[] =>
  listPids().filter((pid) => readProcessStat(pid)?.parent === parent);

const stay = `bash -c 'echo $$ >>pid; exec sleep 1000'`;
const leaveFour = `echo $$ >>pid; ${stay} & setsid ${stay} & (setsid -f ${stay}); nohup ${stay} & wait`;

describe('a program that runs a command', () => {
  it('leaves nothing behind when it is killed', async () => {
    const parent = startParent(leaveFour);
    await until(() => pids().length === 5, 'all processes are there');
    expect(pids().every(isRunning)).toBe(true);
    const children = childrenOf(parent.pid ?? 0);
    parent.kill('SIGKILL');
    await until(() => !pids().some(isRunning), 'all processes have ended');
    await until(() => !children.some(isRunning), 'the watchdog has ended');
  });

  it('leaves nothing behind when what it runs ignores SIGTERM and has no environment', async () => {
    const parent = startParent(`trap '' TERM; env -i ${stay} & wait; wait`);
    await until(() => pids().length === 1, 'the process is there');
    const children = childrenOf(parent.pid ?? 0);
    parent.kill('SIGKILL');
    await until(() => !pids().some(isRunning), 'all processes have ended');
    await until(() => !children.some(isRunning), 'the watchdog has ended');
  });

  it('leaves nothing behind of which no session, parent or environment is known', async () => {
    const daemon = `perl -e 'use POSIX; exit if fork; setsid(); exit if fork; $0 = "x" x 4000; open F, ">>pid"; print F "$$\\n"; close F; sleep 1000' </dev/null >/dev/null 2>&1`;
    const parent = startParent(`(setsid env -i ${stay} &); ${daemon}; wait; sleep 1000`);
    await until(() => pids().length === 2, 'the processes are there');
    expect(pids().every(isRunning)).toBe(true);
    parent.kill('SIGKILL');
    await until(() => !pids().some(isRunning), 'all processes have ended');
  });

  it('leaves no helper behind that it started in another way', async () => {
    const parent = spawn(process.execPath, ['--conditions=sluice-source', helperScript, directory.path]);
    await until(() => pids().length === 1, 'the helper is there');
    const children = childrenOf(parent.pid ?? 0);
    expect(children).toHaveLength(2);
    parent.kill('SIGKILL');
    await until(() => !pids().some(isRunning), 'the helper has ended');
    await until(() => !children.some(isRunning), 'the watchdog has ended');
  });

  it('ends by itself, and the watchdog with it, when nothing is left to do', async () => {
    const parent = startParent(`ps -o pid= --ppid $PPID >pid`);
    const [code] = await once(parent, 'exit');
    expect(code).toBe(0);
    expect(pids().length).toBeGreaterThan(1);
    await until(() => !pids().some(isRunning), 'the watchdog has ended');
  });
});

import { spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProcessSession } from '../../src/index.ts';
import { findLeftBehind } from '../../src/watchdog/find-left-behind.ts';
import { listPids } from '../../src/identity/list-pids.ts';
import { createCommandMark, createSessionMark } from '../../src/identity/process-mark.ts';
import { readProcessStat } from '../../src/identity/process-stat.ts';
import { createSessionTag, tagEnvironment } from '../../src/identity/process-tag.ts';
import { isRunning, readPids, temporaryDirectory, type TemporaryDirectory, until } from '../helpers.ts';

let directory: TemporaryDirectory;
let keepers: ChildProcess[];
beforeEach(() => {
  directory = temporaryDirectory();
  keepers = [];
});
afterEach(() => {
  for (const keeper of keepers) {
    for (const pid of childrenOf(keeper.pid ?? 0)) process.kill(pid, 'SIGKILL');
    keeper.kill('SIGKILL');
  }
  directory.dispose();
});

const at = (name: string): string => join(directory.path, name);
const pids = (name = 'pid'): number[] => readPids(at(name));
const parentOf = (pid: number): number | undefined => readProcessStat(pid)?.parent;
const childrenOf = (parent: number): number[] => listPids().filter((pid) => parentOf(pid) === parent);
const fixture = (name: string): string => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));
/** A program that runs a command in the directory. */
const program = (name: string, command: string): readonly string[] => [
  ...[process.execPath, '--conditions=sluice-source', fixture(name)],
  ...[directory.path, command],
];

const PRCTL = process.arch === 'arm64' ? 167 : 157;
/** Like the first process of a container without an init: adopts every orphan, and waits for none. */
const KEEPER = `syscall(${PRCTL}, 36, 1, 0, 0, 0) == 0 or die "$!"; if (fork == 0) { exec @ARGV } sleep`;

function startUnreaped(words: readonly string[], env: NodeJS.ProcessEnv = process.env): number {
  const keeper = spawn('perl', ['-e', KEEPER, ...words], { stdio: 'inherit', env });
  keepers.push(keeper);
  return keeper.pid ?? 0;
}

/** Puts a program on the search path that writes a line to a file each time that it is run. */
function counted(name: string, script: string): NodeJS.ProcessEnv {
  mkdirSync(at('bin'), { recursive: true });
  writeFileSync(at(`bin/${name}`), `#!/bin/sh\necho x >>'${at(name)}'\n${script}`);
  chmodSync(at(`bin/${name}`), 0o755);
  return { ...process.env, PATH: `${at('bin')}${delimiter}${process.env['PATH']}` };
}

const timesRun = (name: string): number => {
  try {
    return readFileSync(at(name), 'utf8').length / 2;
  } catch {
    return 0;
  }
};

const stay = `bash -c 'echo $$ >>pid; exec perl -e sleep'`;
const orphans = `${stay} & setsid -f ${stay}; (setsid -f env -i ${stay})`;

describe('where no one waits for processes that have ended', () => {
  it('does not wait for them when the program is killed', async () => {
    // The pause between two looks: over when everything has ended.
    const pause = `while read pid; do until grep -q '^State:.Z' "/proc/$pid/status"; do :; done; done <'${at('pid')}'\n`;
    const env = counted('sleep', pause);
    // A shell could still wait for a process that has ended before its own signal reaches it.
    const keeper = startUnreaped(program('parent.ts', `${orphans}; exec perl -e sleep`), env);
    await until(() => pids().length === 3, 'all processes are there');
    const [parent = 0] = childrenOf(keeper);
    const watchdogs = childrenOf(parent);
    process.kill(parent, 'SIGKILL');
    await until(() => !watchdogs.some(isRunning), 'the watchdog has ended');
    expect(pids().map((pid) => [readProcessStat(pid)?.state, parentOf(pid)])).toEqual(
      pids().map(() => ['Z', keeper]),
    );
    expect(timesRun('sleep')).toBe(1);
  });

  it('goes at once when a command has ended and nothing of it is left', async () => {
    const env = counted('grep', '');
    const keeper = startUnreaped(program('parent-that-disposes.ts', orphans), env);
    await until(() => pids().length === 3 && !pids().some(isRunning), 'all processes have ended');
    await until(() => childrenOf(keeper).every((pid) => !isRunning(pid)), 'the program has ended');
    expect(pids().map(parentOf)).toEqual(pids().map(() => keeper));
    // By which the watchdog looks for processes.
    expect(timesRun('grep')).toBe(0);
  });

  it('finds living processes of a session, and no others', async () => {
    const [tag, mark] = [createSessionTag(), createSessionMark()];
    const tagged = tagEnvironment(process.env, `${tag}1;`);
    const unset = `env -i perl -e`;
    const starts = [
      `perl -e 'sleep' & echo $! >>left`,
      `${unset} 'sleep' & echo $! >>left`,
      `perl -e '' & echo $! >>ended`,
    ];
    const command = `cd '${directory.path}'; ulimit -S -x ${createCommandMark(mark, 1)}; ${starts.join('; ')}`;
    startUnreaped(['bash', '-c', command], tagged);
    startUnreaped(['sleep', '1000']);
    const isSettled = (): boolean =>
      pids('left').length === 2 && pids('ended').every((pid) => !isRunning(pid));
    await until(() => isSettled() && pids('ended').length === 1, 'all are there, or have ended');
    const none: ReadonlySet<number> = new Set();
    const look = (kept: ReadonlySet<number>) =>
      findLeftBehind({ tag, mark, sessions: none, kept, cgroups: new Set() });
    const keeper = keepers[0]?.pid ?? 0;
    await until(() => childrenOf(keeper).filter(isRunning).length === 2, 'the shell has ended');
    const expected = [keeper, ...pids('left')];
    expect(new Set(look(none))).toEqual(new Set(expected));
    expect(look(new Set([readProcessStat(process.pid)?.session ?? 0]))).toEqual([]);
    for (const pid of expected) process.kill(pid, 'SIGKILL');
    await until(() => !expected.some(isRunning), 'they have ended');
    expect(look(none)).toEqual([]);
  });
});

it('ends a process of which only the main thread has exited', async () => {
  await using session = createProcessSession();
  const command = `python3 '${fixture('exit-main-thread.py')}' & until grep -q '^State:.Z' /proc/$!/status && [ -s pid ]; do :; done`;
  const { stopped } = await session.run({ command, cwd: directory.path, outputPath: at('output') });
  expect(stopped.map(({ name }) => name)).toEqual(['python3']);
  const [thread = 0] = pids();
  expect(readProcessStat(thread)).toBeUndefined();
});

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProcessSession, readProcessStat, TAG_VARIABLE } from '@sluice/process';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { BackgroundTask } from '../../src/tasks/background-task.ts';
import { endLeftovers } from '../../src/tasks/end-leftovers.ts';
import { openTasks } from '../../src/tasks/open-tasks.ts';
import { bootId } from '../../src/tasks/boot-id.ts';
import { findTaskLeader, type TaskLeader } from '../../src/tasks/task-leader.ts';
import { createTaskRecords } from '../../src/tasks/task-records.ts';
import { isAlive, linesOf, until } from '../bash/until.ts';

let directory = '';
beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'sluice-left-')));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** A leader of a session, as a task has, with a tag and what its script starts; all without a watchdog. */
async function start(script: string, count: number): Promise<{ leader: TaskLeader; pids: number[] }> {
  const value = `test-${process.pid}-${Math.random()};`;
  const child = spawn('bash', ['-c', script], {
    cwd: directory,
    env: { ...process.env, [TAG_VARIABLE]: value },
    stdio: 'ignore',
    detached: true,
  });
  const pids = (await linesOf(join(directory, 'pids'), count)).map(Number);
  const root = child.pid ?? 0;
  const startTime = readProcessStat(root)?.startTime ?? 0;
  onTestFinished(() => {
    for (const pid of pids) if (isAlive(pid)) process.kill(pid, 'SIGKILL');
  });
  return { leader: { pid: root, startTime, boot: bootId(), tag: `${TAG_VARIABLE}=${value}` }, pids };
}

const SLEEPER = 'echo $BASHPID >>pids; exec sleep 1000';

describe('what is left of a task', () => {
  it.each([
    ['a tree', `(${SLEEPER}) & (${SLEEPER}) & echo $$ >>pids; wait`, 3],
    ['a child without a tag', `(unset ${TAG_VARIABLE}; ${SLEEPER}) & echo $$ >>pids; wait`, 2],
    ['a child in a session of its own', `setsid bash -c '${SLEEPER}' & echo $$ >>pids; wait`, 2],
    ['a child whose parent has ended', `(setsid bash -c '${SLEEPER}' &); exec true`, 1],
    ['one that ignores SIGTERM', `trap '' TERM; echo $$ >>pids; while :; do sleep 0.1; done`, 1],
  ])('is ended: %s', async (_title, script, count) => {
    const { leader, pids } = await start(script, count);
    expect(await endLeftovers(leader)).toBe(true);
    expect(pids.filter(isAlive)).toEqual([]);
    expect(await endLeftovers(leader)).toBe(false);
  });

  it.each<[string, (leader: TaskLeader) => TaskLeader]>([
    ['of an earlier boot', (leader) => ({ ...leader, boot: 'another' })],
    ['on a system that does not tell its boot', (leader) => ({ ...leader, boot: '' })],
    ['with the pid of another', (leader) => ({ ...leader, startTime: leader.startTime - 1, tag: 'X=y' })],
    ['that began before', (leader) => ({ ...leader, startTime: leader.startTime + 1 })],
  ])('is not what was %s', async (_title, change) => {
    const { leader, pids } = await start(`echo $$ >>pids; exec sleep 1000`, 1);
    expect(await endLeftovers(change(leader))).toBe(false);
    expect(pids.filter(isAlive)).toHaveLength(1);
  });
});

describe('the leader of a task', () => {
  it.each([
    ['by its output', 'echo $$ >>pids; read -r _ <> <(:)'],
    [
      'by the output of its child',
      `exec 3>&1; bash -c 'read -r _ <&9' 9<> <(:) >&3 3>&- & exec >/dev/null; echo $$ >>pids; exec sleep 1000`,
    ],
    ['by its command line', 'exec >/dev/null; : OUTPUT; echo $$ >>pids; read -r _ <> <(:)'],
  ])('is found %s', async (_title, command) => {
    await using processes = createProcessSession();
    const outputPath = join(directory, 'output');
    const controller = new AbortController();
    const running = processes.run({
      command: command.replace('OUTPUT', outputPath),
      cwd: directory,
      outputPath,
      signal: controller.signal,
    });
    const [pid] = (await linesOf(join(directory, 'pids'), 1)).map(Number);
    const leader = findTaskLeader(outputPath);
    expect(leader).toMatchObject({ pid, boot: bootId() });
    expect(leader?.tag).toMatch(new RegExp(`^${TAG_VARIABLE}=`));
    expect(findTaskLeader(`${outputPath}-none`)).toBeUndefined();
    controller.abort();
    await running;
    expect(findTaskLeader(outputPath)).toBeUndefined();
  });
});

describe('a session that is opened again', () => {
  const recordsPath = (): string => join(directory, 'tasks.json');
  const task = (id: string, status: BackgroundTask['status']): BackgroundTask => ({
    id,
    type: 'shell',
    command: 'npm run dev',
    outputPath: '/none/such',
    status,
    notes: [],
  });

  it('ends the tasks of its earlier program, and tells of them and of those that had ended', async () => {
    const { leader, pids } = await start(`(${SLEEPER}) & echo $$ >>pids; wait`, 2);
    createTaskRecords(recordsPath()).write([
      { task: task('b1', { status: 'running' }), leader },
      { task: task('b2', { status: 'running' }), leader: { ...leader, boot: 'another' } },
      { task: task('b3', { status: 'exited', code: 4 }), leader: undefined },
    ]);
    const { registry, notices } = await openTasks({ recordsPath: recordsPath() });
    expect(pids.filter(isAlive)).toEqual([]);
    expect(notices).toEqual([
      'The background task b1 (npm run dev) was still running from an earlier run, and was ended.',
    ]);
    expect(registry.takeFinished()).toEqual([
      task('b1', { status: 'lost' }),
      task('b2', { status: 'lost' }),
      task('b3', { status: 'exited', code: 4 }),
    ]);
    await until(() => (existsSync(recordsPath()) ? undefined : true));
    expect(await registry.stop('b1', 'model')).toEqual(task('b1', { status: 'lost' }));
  });

  it('records the leader of what it starts, once there is one', async () => {
    await using processes = createProcessSession();
    const { registry } = await openTasks({ recordsPath: recordsPath() });
    const outputPath = join(directory, 'output');
    const controller = new AbortController();
    const begin = Promise.withResolvers<void>();
    const ended = begin.promise.then(async () => {
      const command = 'sleep 1000';
      await processes.run({ command, cwd: directory, outputPath, signal: controller.signal });
      return { end: { status: 'lost' as const }, notes: [] };
    });
    const { id } = registry.adopt({
      type: 'shell',
      command: 'sleep 1000',
      outputPath,
      ended,
      end: () => controller.abort(),
    });
    const leader = () => createTaskRecords(recordsPath()).read()[0]?.leader;
    expect(leader()).toBeUndefined();
    begin.resolve();
    const found = await until(leader);
    expect(isAlive(found.pid)).toBe(true);
    await registry.stop(id, 'model');
    expect(isAlive(found.pid)).toBe(false);
    expect(createTaskRecords(recordsPath()).read()).toEqual([]);
  });
});

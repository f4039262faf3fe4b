import { closeSync, existsSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { execFileSync } from 'node:child_process';
import type { CallContext, ToolResult } from '@sluice/core';
import { createProcessSession, type ProcessSession } from '@sluice/process';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { BashData } from '../../src/bash/bash-data.ts';
import type { BashInput } from '../../src/bash/bash-input.ts';
import { createBashTool } from '../../src/bash/create-bash-tool.ts';
import type { BackgroundTask } from '../../src/tasks/background-task.ts';
import { createTaskRegistry, type TaskRegistryOptions } from '../../src/tasks/create-task-registry.ts';
import type { TaskRegistry } from '../../src/tasks/task-registry.ts';
import { createFakeWorld, type FakeWorld } from './fake-context.ts';
import { isAlive, linesOf } from './until.ts';

const LONG = 2_000_000;
/** A tree of three, one of them in a session of its own, that tells its pids and then does nothing for long. */
const TREE =
  '(echo $BASHPID >>pids; (echo $BASHPID >>pids; exec setsid sleep 1000) & wait) & echo $$ >>pids; wait';

let world: FakeWorld;
let processes: ProcessSession;
let tasks: TaskRegistry;

function fresh(options: TaskRegistryOptions = {}): void {
  tasks = createTaskRegistry(options);
}

beforeEach(() => {
  world = createFakeWorld();
  processes = createProcessSession();
  fresh();
});
afterEach(async () => {
  await tasks.dispose();
  await processes.dispose();
  world.dispose();
});

async function run(
  input: BashInput,
  more: Partial<CallContext> = {},
  env: Readonly<Record<string, string>> = {},
): Promise<ToolResult<BashData>> {
  const tool = createBashTool({
    processes,
    tasks,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    onWarning: ({ text }) => expect.fail(text),
  });
  await tool.load?.();
  const result = await tool.call(input, world.context(more));
  if (!('data' in result) && !('failure' in result)) throw new Error('Bash gives one result.');
  world.apply(result.modifyContext);
  return result;
}

const start = (command: string, timeout?: number) =>
  run({ command, run_in_background: true, ...(timeout !== undefined && { timeout }) });

function taskOf({ data }: ToolResult<BashData>): BackgroundTask {
  const task = data?.end.status === 'background' ? tasks.get(data.end.taskId) : undefined;
  if (task === undefined) throw new Error(`It is not a task: ${JSON.stringify(data)}`);
  return task;
}

async function ended(task: BackgroundTask): Promise<BackgroundTask> {
  const now = await tasks.wait(task.id, new AbortController().signal);
  if (now === undefined) throw new Error('It is not known any more.');
  return now;
}

const pids = async (count = 3): Promise<number[]> =>
  (await linesOf(join(world.workspace, 'pids'), count)).map(Number);

/** Those that had the time to begin. */
function begun(): number[] {
  const path = join(world.workspace, 'pids');
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean).map(Number) : [];
}

/** A command that goes on until `open` is called. */
function gated(command: string): { readonly command: string; open(): void } {
  const gate = join(world.workspace, 'gate');
  execFileSync('mkfifo', [gate]);
  // Opened for both, a pipe waits for no one at its other end.
  const end = openSync(gate, 'r+');
  onTestFinished(() => closeSync(end));
  return { command: command.replace('GATE', 'read -r _ <gate'), open: () => void writeSync(end, 'go\n') };
}

describe('a command that is started in the background', () => {
  it('does not hold its call up, and its output can be read while it grows', async () => {
    const { command, open } = gated('echo begun; GATE; echo done');
    const result = await start(command);
    const task = taskOf(result);
    expect(result).toMatchObject({ data: { end: { outputPath: world.capturePath, limitMs: 1_800_000 } } });
    expect(await linesOf(task.outputPath, 1)).toEqual(['begun']);
    expect(tasks.takeFinished()).toEqual([]);
    open();
    expect(await ended(task)).toMatchObject({ status: { status: 'exited', code: 0 }, notes: [] });
    expect(readFileSync(task.outputPath, 'utf8')).toBe('begun\ndone\n');
    expect(tasks.takeFinished()).toMatchObject([{ id: task.id }]);
    expect(tasks.takeFinished()).toEqual([]);
    expect(readdirSync(dirname(world.capturePath))).toEqual(['capture', 'work space']);
  });

  it.each<[string, string, object]>([
    ['an exit code', 'exit 7', { status: 'exited', code: 7 }],
    ['a signal', 'kill -s KILL $$', { status: 'signalled', signal: 'SIGKILL' }],
    ['the end of its input', 'cat; exit 3', { status: 'exited', code: 3 }],
  ])('ends honestly: by %s', async (_title, command, status) => {
    expect((await ended(taskOf(await start(command)))).status).toEqual(status);
  });

  it('is stopped when its time is up, and says so', async () => {
    expect((await ended(taskOf(await start('sleep 1000', 200)))).status).toEqual({
      status: 'timed-out',
      afterMs: 200,
    });
  });

  it('may take two hours at most', async () => {
    const { data } = await start('true', 9e9);
    expect(data?.end).toMatchObject({ limitMs: 7_200_000 });
  });

  it('names what its shell has left behind, and how to keep it', async () => {
    const task = await ended(taskOf(await start('sleep 1000 & echo ready')));
    expect(task.notes).toEqual([expect.stringMatching(/stopped with it: sleep \(pid \d+\)\. .*without `&`/)]);
  });

  it('takes no directory with it, and says so', async () => {
    const result = await start('mkdir sub; cd sub');
    await ended(taskOf(result));
    expect(world.context().cwd).toBe(world.workspace);
    expect(result.data?.end).toMatchObject({ cwdHint: expect.stringContaining(world.workspace) });
    expect(result.data?.notes).toEqual([
      `The working directory of later commands stays ${world.workspace}, whatever this one does.`,
    ]);
    expect(existsSync(`${world.capturePath}.cwd`)).toBe(false);
  });

  it('that can not be started is not a task', async () => {
    expect(await start(`: ${'x'.repeat(3_000_000)}`)).toMatchObject({ failure: { code: 'too-long' } });
    expect(tasks.list()).toEqual([]);
  });

  it('has the description of its call, and goes on when that is canceled', async () => {
    const controller = new AbortController();
    const { command, open } = gated('GATE; echo done');
    const input = { command, description: 'Wait for the gate', run_in_background: true };
    const task = taskOf(await run(input, { signal: controller.signal }));
    expect(task).toMatchObject({ command, description: 'Wait for the gate' });
    controller.abort();
    open();
    expect((await ended(task)).status).toEqual({ status: 'exited', code: 0 });
  });
});

describe('no process is left', () => {
  it.each<[string, (task: BackgroundTask) => Promise<unknown>, string]>([
    ['by a stop', (task) => tasks.stop(task.id, 'model'), 'stopped'],
    ['when the tasks are disposed of', () => tasks.dispose(), 'lost'],
    ['when the processes are disposed of', () => processes.dispose(), 'lost'],
  ])('%s', async (_title, end, status) => {
    const task = taskOf(await start(TREE));
    const tree = await pids();
    expect(tree.filter(isAlive)).toHaveLength(3);
    await end(task);
    expect(tree.filter(isAlive)).toEqual([]);
    expect((await ended(task)).status).toMatchObject({ status });
    expect(tasks.takeFinished()).toHaveLength(status === 'stopped' ? 0 : 1);
  });

  it('by a second stop of the same task, which changes nothing', async () => {
    const task = taskOf(await start(TREE));
    await pids();
    const [first, second] = await Promise.all([tasks.stop(task.id, 'model'), tasks.stop(task.id, 'model')]);
    expect([first?.status, second?.status]).toEqual([
      { status: 'stopped', by: 'model' },
      { status: 'stopped', by: 'model' },
    ]);
    expect(await tasks.stop(task.id, 'model')).toEqual(first);
    expect(tasks.takeFinished()).toEqual([]);
  });
});

describe('a command in the foreground whose time is up', () => {
  it('goes on in the background with what it has written so far', async () => {
    const { command, open } = gated('echo begun; GATE; echo done');
    const result = await run({ command, timeout: 300 });
    expect(result.failure).toBeUndefined();
    expect(result.data).toMatchObject({
      end: { status: 'background', movedAfterMs: 300, limitMs: 1_800_300 },
      // What it had the time for.
      output: { kind: 'inline', text: expect.stringMatching(/^(?:begun\n)?$/) },
    });
    const task = taskOf(result);
    open();
    expect((await ended(task)).status).toEqual({ status: 'exited', code: 0 });
    expect(readFileSync(task.outputPath, 'utf8')).toBe('begun\ndone\n');
    expect(readdirSync(dirname(world.capturePath))).toEqual(['capture', 'work space']);
  });

  it.each([
    ['sleeps', 'sleep 1000; echo', /begins with sleep/],
    ['runs git', 'while :; do git --version; sleep 0.1; done', /runs git/],
    ['runs git by its path, in another program', 'while :; do env /usr/bin/git --version; done', /runs git/],
    ['can not be parsed', 'while :; do sleep 0.1; done; coproc x { :; }', /could not be parsed/],
  ])('is stopped when it %s', async (_title, command, why) => {
    const result = await run({ command, timeout: 300 });
    expect(result.failure).toMatchObject({ code: 'timed-out', message: expect.stringMatching(why) });
    expect(tasks.list()).toEqual([]);
  });

  it('begins only while there is room, also where many begin at once', async () => {
    fresh({ maxRunning: 3 });
    const results = await Promise.all(Array.from({ length: 8 }, () => start('sleep 1000')));
    expect(tasks.list()).toHaveLength(3);
    const refused = results.filter(({ failure }) => failure !== undefined);
    expect(refused).toHaveLength(5);
    for (const { failure } of refused) {
      expect(failure).toMatchObject({ code: 'too-many-tasks', message: expect.stringContaining('TaskStop') });
    }
  });

  it('gives its place back where it could not begin', async () => {
    fresh({ maxRunning: 1 });
    expect((await start(`: ${'x'.repeat(LONG)}`)).failure).toMatchObject({ code: 'too-long' });
    expect(tasks.hasRoom).toBe(true);
    expect((await start('true')).failure).toBeUndefined();
  });

  it('knows the call that it comes from', async () => {
    expect(taskOf(await start('true')).callId).toBe('toolu_1');
  });

  it('is stopped where no more tasks may run', async () => {
    fresh({ maxRunning: 0 });
    const result = await run({ command: TREE, timeout: 500 });
    expect(result.failure).toMatchObject({
      code: 'timed-out',
      message: expect.stringMatching(/after 500 ms .*too many background tasks/),
    });
    expect(begun().filter(isAlive)).toEqual([]);
  });

  it('is stopped where background tasks are switched off', async () => {
    const env = { CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1' };
    const { failure } = await run({ command: TREE, timeout: 500 }, {}, env);
    expect(failure).toMatchObject({ code: 'timed-out', message: expect.not.stringContaining('background') });
  });

  it('can be canceled before that, and not after', async () => {
    const controller = new AbortController();
    const running = run({ command: TREE, timeout: LONG }, { signal: controller.signal });
    const tree = await pids();
    controller.abort();
    expect((await running).failure).toMatchObject({ code: 'cancelled' });
    expect(tree.filter(isAlive)).toEqual([]);

    const late = new AbortController();
    const { command, open } = gated('echo $$ >>pids; GATE');
    const task = taskOf(await run({ command, timeout: 300 }, { signal: late.signal }));
    late.abort();
    expect(isAlive((await pids(4))[3] ?? 0)).toBe(true);
    open();
    expect((await ended(task)).status).toEqual({ status: 'exited', code: 0 });
  });

  it('says nothing more to its call once it has been moved', async () => {
    const { command, open } = gated('GATE; seq 100000; sleep 1.5');
    const task = taskOf(await run({ command, timeout: 300 }));
    const before = world.progress.length;
    open();
    await ended(task);
    expect(world.progress).toHaveLength(before);
  });
});

it('tells a watcher of each beginning and end at once', async () => {
  const seen: string[] = [];
  const unwatch = tasks.watch(({ status }) => seen.push(status.status));
  await ended(taskOf(await start('true')));
  unwatch();
  await ended(taskOf(await start('true')));
  expect(seen).toEqual(['running', 'exited']);
});

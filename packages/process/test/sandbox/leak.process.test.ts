import { spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProcessSession, type SandboxProfile } from '../../src/index.ts';
import { listPids } from '../../src/identity/list-pids.ts';
import { isRunning, temporaryDirectory, type TemporaryDirectory, until } from '../helpers.ts';
import { neededSandbox } from './needed-sandbox.ts';

const support = await neededSandbox();
const session = createProcessSession();
const script = fileURLToPath(new URL('../fixtures/parent.ts', import.meta.url));

let directory: TemporaryDirectory;
let root: string;
let seconds = 1_000_000;
beforeEach(() => {
  directory = temporaryDirectory();
  root = realpathSync(directory.path);
  // By what they sleep the processes of a test are found, whatever pid they have inside.
  seconds += 1 + process.pid * 1000;
});
afterEach(() => directory.dispose());
afterAll(() => session.dispose());

const sleepers = (): number[] =>
  listPids().filter((pid) => {
    try {
      return isRunning(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8') === `sleep\0${seconds}\0`;
    } catch {
      return false;
    }
  });

/** Five processes in the ways in which they get out of hand, each left behind by a different road. */
const leaveFive = (): string => {
  const sleep = `sleep ${seconds}`;
  return `${sleep} & setsid ${sleep} & (setsid bash -c "setsid ${sleep} &" &); nohup ${sleep} >/dev/null 2>&1 & (trap '' TERM; exec ${sleep}) &`;
};

const places = [
  ['without a sandbox', false],
  ['in a sandbox', true],
] as const;

describe.each(places)('nothing is left behind %s', (_title, isInside) => {
  const test = it.skipIf(isInside && !support.isAvailable);
  const profile = (): SandboxProfile => ({
    kind: 'workspace-write',
    writable: [root],
    protected: [join(root, '.claude')],
    hidden: [],
    network: 'none',
  });
  const run = (command: string, more: { signal?: AbortSignal; timeoutMs?: number } = {}) =>
    session.run({
      command,
      cwd: root,
      outputPath: join(root, 'output'),
      graceMs: 200,
      ...(isInside ? { sandbox: profile(), needsSandbox: true } : {}),
      ...more,
    });
  const areThere = () => until(() => sleepers().length === 5, 'all processes are there');

  test('when the command has ended', async () => {
    const running = run(`mkfifo gate; ${leaveFive()} cat gate`);
    await areThere();
    writeFileSync(join(root, 'gate'), '');
    const result = await running;
    expect(result).toMatchObject({ end: { status: 'exited', code: 0 }, remaining: [] });
    expect(result.stopped.filter(({ name }) => name === 'sleep')).toHaveLength(5);
    expect(sleepers()).toEqual([]);
  });

  test('when the command is canceled', async () => {
    const controller = new AbortController();
    const running = run(`${leaveFive()} wait`, { signal: controller.signal });
    await areThere();
    controller.abort();
    expect(await running).toMatchObject({ end: { status: 'cancelled' }, remaining: [] });
    expect(sleepers()).toEqual([]);
  });

  test('when its time is up', async () => {
    const running = run(`${leaveFive()} wait`, { timeoutMs: 1_500 });
    await areThere();
    expect(await running).toMatchObject({ end: { status: 'timed-out' }, remaining: [] });
    expect(sleepers()).toEqual([]);
  });

  test('when the program around it is killed', async () => {
    const words = [root, `${leaveFive()} wait`, ...(isInside ? [JSON.stringify(profile())] : [])];
    const parent = spawn(process.execPath, ['--conditions=sluice-source', script, ...words], {
      stdio: 'inherit',
    });
    await areThere();
    expect(existsSync(join(root, '.claude'))).toBe(isInside);
    parent.kill('SIGKILL');
    await until(() => sleepers().length === 0, 'all processes have ended');
    await until(() => !existsSync(join(root, '.claude')), 'what was made for the sandbox is gone');
  });
});

import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProcessSession } from '../src/index.ts';
import { isRunning, readPids, temporaryDirectory, type TemporaryDirectory, until } from './helpers.ts';
import { neededSandbox } from './sandbox/needed-sandbox.ts';

const support = await neededSandbox();
let directory: TemporaryDirectory;
beforeEach(() => {
  directory = temporaryDirectory();
  copyFileSync('/bin/sleep', join(directory.path, 'build-daemon-of-ours'));
});
afterEach(() => {
  for (const pid of readPids(join(directory.path, 'pid')).filter(isRunning)) process.kill(pid, 'SIGKILL');
  directory.dispose();
});

const start = `chmod +x build-daemon-of-ours
setsid bash -c 'echo $$ >>pid; exec ./build-daemon-of-ours 1000' &
until [ -s pid ] && grep -q build-daemon "/proc/$(cat pid)/comm"; do sleep 0.01; done`;
const request = (command: string) => ({
  command,
  cwd: directory.path,
  outputPath: join(directory.path, 'output'),
  settleMs: 10,
  graceMs: 200,
});
const pids = (): number[] => readPids(join(directory.path, 'pid'));

describe('what is to be kept', () => {
  it.each([
    ['by the last part of its path', ['build-daemon-of-ours']],
    ['by a word of its command line', ['./build-daemon-of-ours']],
    ['among other names', ['gradle', 'build-daemon-of-ours']],
  ])('runs on when the command and the session have ended: %s', async (_title, keep) => {
    const session = createProcessSession();
    const result = await session.run({ ...request(`sleep 1000 & ${start}`), keep });
    await until(
      () => readFileSync(`/proc/${pids()[0]}/cmdline`, 'utf8').startsWith('./build'),
      'it is itself',
    );
    expect(result.kept).toMatchObject([{ pid: pids()[0] }]);
    expect(result.stopped).toMatchObject([{ name: 'sleep' }]);
    await session.dispose();
    expect(pids().filter(isRunning)).toEqual(pids());
  });

  it('is nothing that bears another name', async () => {
    await using session = createProcessSession();
    const result = await session.run({
      ...request(start),
      keep: ['build-daemon', 'daemon-of-ours', '1000', 'sleep'],
    });
    expect(result).toMatchObject({ kept: [], remaining: [] });
    expect(pids().filter(isRunning)).toEqual([]);
  });

  it.skipIf(!support.isAvailable)('ends with its sandbox all the same', async () => {
    await using session = createProcessSession();
    const sandbox = {
      kind: 'workspace-write',
      writable: [directory.path],
      protected: [],
      hidden: [],
      network: 'none',
    } as const;
    const result = await session.run({ ...request(start), keep: ['build-daemon-of-ours'], sandbox });
    // It is a number of the sandbox's own: out here it is another process, and no one's to kill.
    rmSync(join(directory.path, 'pid'));
    expect(result).toMatchObject({ sandbox: 'enforced', kept: [], stopped: [{}], remaining: [] });
  });
});

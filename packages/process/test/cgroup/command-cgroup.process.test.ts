import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findCgroup, type CommandRequest } from '../../src/index.ts';
import { runCommand } from '../../src/run-command.ts';
import { isRunning, readPids, temporaryDirectory, type TemporaryDirectory, until } from '../helpers.ts';

const support = findCgroup();
let directory: TemporaryDirectory;
let told: (readonly [path: string, isThere: boolean])[];
beforeEach(() => {
  directory = temporaryDirectory();
  told = [];
});
afterEach(() => directory.dispose());

const at = (name: string): string => join(directory.path, name);
const run = (command: string, more: Partial<CommandRequest> = {}) =>
  runCommand(
    {
      command: `mkfifo gate; echo $$ >shell; cat gate; ${command}`,
      cwd: directory.path,
      outputPath: at('output'),
      settleMs: 10,
      ...more,
    },
    {
      tag: 'a tag of this test of groups;',
      onSession: () => {},
      onCgroup: (path, isThere) => told.push([path, isThere]),
    },
  );

/** Lets the command go on when its shell is in a group. */
async function openGate(): Promise<string> {
  const inGroup = (): boolean => {
    const [path] = told[0] ?? [''];
    const pids = path === '' ? '' : readFileSync(join(path, 'cgroup.procs'), 'utf8');
    return pids.split('\n').includes(String(readPids(at('shell'))[0]));
  };
  await until(inGroup, 'the command has a group');
  writeFileSync(at('gate'), '');
  return told[0]?.[0] ?? '';
}

describe.skipIf(!support.isAvailable)('the control group of a command that has run for a while', () => {
  it('ends what has covered all other tracks, and goes', async () => {
    const running = run(
      `setsid bash -c "env -i setsid bash -c 'echo \\$\\$ >pid; exec sleep 1000' &"; until [ -s pid ]; do sleep 0.01; done`,
    );
    const path = await openGate();
    const result = await running;
    const pids = readPids(at('pid'));
    expect(pids.filter(isRunning)).toEqual([]);
    expect(result).toMatchObject({ stopped: [{ pid: pids[0], name: 'sleep' }], remaining: [] });
    await until(() => told.length === 2, 'the group has gone');
    expect(told[1]).toEqual([path, false]);
    expect(existsSync(path)).toBe(false);
  });

  it('kills what forks faster than it can be listed', async () => {
    const storm = `trap '' TERM; f() { while :; do (setsid env -i sleep 0.02 &); done; }; f & f & sleep 0.3; exit 0`;
    const running = run(storm, { graceMs: 100 });
    const path = await openGate();
    expect(await running).toMatchObject({ end: { status: 'exited' }, remaining: [] });
    await until(
      () => !existsSync(path) || readFileSync(join(path, 'cgroup.procs'), 'utf8') === '',
      'it is empty',
    );
  });
});

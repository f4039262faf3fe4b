import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findCgroup, type CommandRequest } from '../../src/index.ts';
import { runCommand } from '../../src/run-command.ts';
import { isRunning, readPids, temporaryDirectory, type TemporaryDirectory } from '../helpers.ts';

const support = findCgroup();
let directory: TemporaryDirectory;
beforeEach(() => {
  directory = temporaryDirectory();
});
afterEach(() => directory.dispose());

const at = (name: string): string => join(directory.path, name);
const told: (readonly [string, boolean])[] = [];
const run = (command: string, more: Partial<CommandRequest> = {}) =>
  runCommand(
    { command, cwd: directory.path, outputPath: at('output'), settleMs: 10, ...more },
    {
      tag: 'a tag of this test of groups;',
      onSession: () => {},
      onCgroup: (path, isThere) => told.push([path, isThere]),
    },
  );

/** Neither environment nor parent nor a session that anybody has seen tells whose it is. */
const hidden = `setsid bash -c "env -i setsid bash -c 'echo \\$\\$ >pid; exec sleep 1000' &"; until [ -s pid ]; do sleep 0.01; done`;

describe.skipIf(!support.isAvailable)('the control group of a command', () => {
  it('ends what has covered all other tracks, and goes', async () => {
    const result = await run(hidden);
    expect(readPids(at('pid')).filter(isRunning)).toEqual([]);
    expect(result).toMatchObject({
      stopped: [{ pid: readPids(at('pid'))[0], name: 'sleep' }],
      remaining: [],
    });
    const [[path] = ['']] = told.slice(-2);
    expect(told.slice(-2)).toEqual([
      [path, true],
      [path, false],
    ]);
    expect(existsSync(path)).toBe(false);
  });

  it('kills what forks faster than it can be listed', async () => {
    const storm = `trap '' TERM; f() { while :; do (setsid env -i sleep 0.02 &); done; }; f & f & sleep 0.3; exit 0`;
    const result = await run(storm, { graceMs: 100 });
    expect(result).toMatchObject({ end: { status: 'exited' }, remaining: [] });
    expect(existsSync(told.at(-1)?.[0] ?? '')).toBe(false);
  });
});

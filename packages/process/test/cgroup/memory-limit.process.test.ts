import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createProcessSession,
  findMemoryPlace,
  runCommand,
  type CommandRequest,
  type SandboxProfile,
} from '../../src/index.ts';
import { temporaryDirectory, type TemporaryDirectory, until } from '../helpers.ts';
import { neededSandbox } from '../sandbox/needed-sandbox.ts';

const place = findMemoryPlace();
const sandbox = await neededSandbox();
const LIMIT = 96 * 1024 * 1024;
/** Holds the last line of its input, which has but one, in memory. */
const greedy = 'head -c 400M /dev/zero | tail -n 1 >/dev/null';

let directory: TemporaryDirectory;
beforeEach(() => {
  directory = temporaryDirectory();
});
afterEach(() => directory.dispose());
const request = (command: string): CommandRequest => ({
  command,
  cwd: directory.path,
  outputPath: join(directory.path, 'output'),
  memoryLimitBytes: LIMIT,
});
const output = (): string => readFileSync(join(directory.path, 'output'), 'utf8');

describe.skipIf(!place.isAvailable)('the memory of commands', () => {
  const session = createProcessSession();
  afterAll(() => session.dispose());
  const profile: SandboxProfile = {
    kind: 'workspace-write',
    writable: [],
    protected: [],
    hidden: [],
    network: 'none',
  };
  const places: readonly (readonly [title: string, more: Partial<CommandRequest>])[] = [
    ['without a sandbox', {}],
    ...(sandbox.isAvailable ? [['in a sandbox', { sandbox: profile }] as const] : []),
  ];

  it.each(places)('ends where their limit says, %s, and nothing else does', async (_title, more) => {
    const ask = (command: string) => session.run({ ...request(command), ...more });
    const well = await ask('cat /proc/self/cgroup; true');
    expect(well).toMatchObject({ end: { status: 'exited', code: 0 } });
    expect(well).not.toHaveProperty('memory');
    expect(output()).toContain('/sluice-memory-');
    const much = await ask(greedy);
    expect(much).toMatchObject({
      end: { status: 'exited', code: 137 },
      memory: { limitBytes: LIMIT, kills: 1 },
    });
    expect(await ask('exit 3')).toMatchObject({ end: { status: 'exited', code: 3 } });
  });

  it('is bounded only where it should be, and the group goes with the session', async () => {
    const own = createProcessSession();
    await own.run(request('cat /proc/self/cgroup'));
    const name = /sluice-memory-[\da-f-]+/.exec(output())?.[0] ?? 'none';
    const path = join(place.isAvailable ? place.directory : '', name);
    expect(existsSync(path)).toBe(true);
    const { memoryLimitBytes: _limit, ...unlimited } = request('cat /proc/self/cgroup');
    await own.run(unlimited);
    expect(output()).not.toContain('sluice-memory-');
    await own.dispose();
    await until(() => !existsSync(path), 'the group has gone');
  });
});

it('is not started where its limit can not be kept', async () => {
  const result = await runCommand(request('echo ran'), {
    tag: 'a tag of this test of memory;',
    onSession: () => {},
    memoryGroup: () => ({ ok: false, reason: 'There is no room.' }),
  });
  expect(result).toMatchObject({
    end: { status: 'spawn-failed', code: 'memory-unlimited', message: expect.stringContaining('no room') },
  });
  expect(existsSync(join(directory.path, 'output'))).toBe(false);
});

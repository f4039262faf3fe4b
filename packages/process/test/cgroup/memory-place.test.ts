import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { killsIn } from '../../src/cgroup/memory-group.ts';
import { memoryPlaceIn } from '../../src/cgroup/memory-place.ts';
import { temporaryDirectory } from '../helpers.ts';

const directory = temporaryDirectory();
const root = realpathSync(directory.path);
const at = (path: string): string => join(root, path);
/** As a mount is written, where blanks are numbers. */
const mounted = (path: string, type: string, options = 'rw'): string =>
  `35 24 0:30 / ${at(path).replaceAll(' ', '\\040')} rw,nosuid - ${type} ${type} ${options}\n`;

beforeAll(() => {
  for (const [path, given] of [
    ['two', 'cpu memory'],
    ['two/user', 'cpu'],
    ['two/user/app', 'memory pids'],
    ['two/user/app/scope', ''],
    ['bare', ''],
    ['bare/scope', ''],
    ['one/memory/here', ''],
  ] as const) {
    mkdirSync(at(path), { recursive: true });
    writeFileSync(join(at(path), 'cgroup.subtree_control'), `${given}\n`);
    writeFileSync(join(at(path), 'cgroup.procs'), '');
  }
});
afterAll(() => directory.dispose());

const two = (point = 'two'): string => mounted(point, 'cgroup2');
const one = mounted('one/memory', 'cgroup', 'rw,memory') + mounted('one/cpu', 'cgroup', 'rw,cpu');

describe('where memory can be limited', () => {
  it.each([
    [
      'the next group above that gives its memory',
      '0::/user/app/scope\n',
      two(),
      'two/user/app',
      'two/user/app/scope',
      2,
    ],
    ['not one between that does not', '0::/user\n', two(), 'two', 'two/user', 2],
    [
      'the group itself in the older tree',
      '4:memory:/here\n0::/\n',
      one + two(),
      'one/memory/here',
      'one/memory/here',
      1,
    ],
    ['that of several controllers', '4:cpu,memory:/here\n', one, 'one/memory/here', 'one/memory/here', 1],
  ])('is %s', (_title, groups, mounts, found, own, version) => {
    expect(memoryPlaceIn(groups, mounts)).toEqual({
      isAvailable: true,
      directory: at(found),
      own: at(own),
      version,
    });
  });

  it.each([
    ['none gives its memory', '0::/scope\n', two('bare'), 'None of the control groups'],
    ['the group is not there', '4:memory:/gone\n', one, "can't create control groups"],
    ['nothing is mounted', '0::/scope\n', '', 'No control groups are mounted'],
    ['there are no groups', '', two(), 'No control groups are mounted'],
  ])('is nowhere where %s', (_title, groups, mounts, reason) => {
    expect(memoryPlaceIn(groups, mounts)).toMatchObject({
      isAvailable: false,
      reason: expect.stringContaining(reason),
    });
  });
});

it.each([
  ['low 0\nhigh 0\nmax 5\noom 2\noom_kill 3\noom_group_kill 0\n', 3],
  ['oom_kill_disable 0\nunder_oom 0\noom_kill 1\n', 1],
  ['oom_kill_disable 0\nunder_oom 0\n', 0],
  ['', 0],
])('of %j the kernel has ended %i', (text, kills) => {
  expect(killsIn(text)).toBe(kills);
});

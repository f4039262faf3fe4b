import { describe, expect, it } from 'vitest';
import { directoryIn, groupIn } from '../../src/cgroup/find-cgroup.ts';

const mount = (root: string, point: string, type = 'cgroup2'): string =>
  `35 24 0:30 ${root} ${point} rw,nosuid - ${type} cgroup2 rw\n`;

describe('the group of a process', () => {
  it.each([
    ['0::/user.slice/a.scope\n', '/user.slice/a.scope'],
    ['12:memory:/x\n0::/\n', '/'],
    ['12:memory:/x\n', undefined],
    ['', undefined],
  ])('in %j is %s', (text, group) => {
    expect(groupIn(text)).toBe(group);
  });

  it.each([
    [mount('/', '/sys/fs/cgroup'), '/a/b', '/sys/fs/cgroup/a/b'],
    [mount('/a', '/sys/fs/cgroup'), '/a/b', '/sys/fs/cgroup/b'],
    [mount('/a', '/sys/fs/cgroup'), '/a', '/sys/fs/cgroup'],
    [mount('/other', '/sys/fs/cgroup'), '/a', undefined],
    [mount('/', '/my\\040groups'), '/a', '/my groups/a'],
    [
      mount('/', '/sys/fs/cgroup/memory', 'cgroup') + mount('/', '/sys/fs/cgroup/unified'),
      '/',
      '/sys/fs/cgroup/unified/',
    ],
    ['', '/a', undefined],
  ])('lies, by %j, for %s at %s', (text, group, directory) => {
    expect(directoryIn(text, group)?.replace(/\/$/, '')).toBe(directory?.replace(/\/$/, ''));
  });
});

import { describe, expect, it } from 'vitest';
import { parseProcessStat, readProcessStat } from '../../src/identity/process-stat.ts';

const tail = '17 40 41 0 -1 4194304 1 2 3 4 5 6 7 8 20 0 1 0 98765 1000 10';

describe('parseProcessStat', () => {
  it.each([
    ['a plain name', `12 (bash) S ${tail}`, 'bash'],
    ['a name with a space', `12 (tmux: server) S ${tail}`, 'tmux: server'],
    ['a name that imitates the end of a name', `12 (x) Z 1 2) S ${tail}`, 'x) Z 1 2'],
    ['an empty name', `12 () S ${tail}`, ''],
  ])('reads %s', (_title, line, name) => {
    expect(parseProcessStat(line)).toEqual({
      pid: 12,
      name,
      state: 'S',
      parent: 17,
      group: 40,
      session: 41,
      threads: 1,
      startTime: 98_765,
    });
  });

  it.each(['', '12 bash S', '12 (bash) S 17 40', ')('])('has nothing to say of %j', (line) => {
    expect(parseProcessStat(line)).toBeUndefined();
  });

  it('knows this process, and not one that is not there', () => {
    expect(readProcessStat(process.pid)).toMatchObject({ pid: process.pid, parent: process.ppid });
    expect(readProcessStat(2 ** 30)).toBeUndefined();
  });
});

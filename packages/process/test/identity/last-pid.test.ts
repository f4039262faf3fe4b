import { spawn, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { lastPid, parseLastPid } from '../../src/identity/last-pid.ts';
import { listPids } from '../../src/identity/list-pids.ts';
import { pidsSince } from '../../src/identity/pids-since.ts';

describe('the last pid', () => {
  it.each([
    ['0.73 1.83 4.45 1/165 21933\n', 21_933],
    ['0.00 0.00 0.00 0/0 0\n', undefined],
    ['', undefined],
    ['no such thing\n', undefined],
  ])('of %j is %j', (line, pid) => {
    expect(parseLastPid(line)).toBe(pid);
  });

  it.runIf(process.platform === 'linux')('is at least that of a process that was just started', () => {
    const { pid } = spawnSync('true');
    // Others may have started one since, and pids begin anew at some time: then it is smaller than any of now.
    const last = lastPid() ?? 0;
    expect(last >= pid || last < process.pid).toBe(true);
  });
});

describe('pids from one on', () => {
  it('are that one alone when none has been given away since: even where others live that are older', () => {
    expect(pidsSince(process.pid, process.pid)).toEqual([process.pid]);
  });

  it('are those that live from it on', () => {
    const found = pidsSince(process.pid, 2 ** 22);
    expect(found).toContain(process.pid);
    expect(found.filter((pid) => pid < process.pid)).toEqual([]);
  });

  it('are none of those that are older and have greater ones', () => {
    const older = spawn('sleep', ['60']);
    try {
      const { pid = 0 } = older;
      const [first, last] = [pid - 10, pid - 1];
      expect(pidsSince(first, last)).not.toContain(pid);
      expect(pidsSince(first, pid)).toContain(pid);
    } finally {
      older.kill('SIGKILL');
    }
  });

  it.each([
    ['pids have begun anew', 1],
    ['the system does not say which was last', undefined],
  ])('are all when %s', (_title, newest) => {
    expect(pidsSince(2 ** 22, newest)).toEqual(expect.arrayContaining([process.pid, process.ppid]));
    expect(listPids()).toContain(process.pid);
  });
});

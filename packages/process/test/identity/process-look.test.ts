import { expect, it } from 'vitest';
import { nextLook, ProcessLook } from '../../src/identity/process-look.ts';

it('who asks before a look is taken shares it, and who asks afterwards gets another one', async () => {
  const [one, other] = [nextLook(), nextLook()];
  expect(other).toBe(one);
  const first = await one;
  expect(first.pids).toContain(process.pid);
  const later = nextLook();
  expect(later).not.toBe(one);
  expect(await later).not.toBe(first);
});

it('a look reads each file once, and knows no process that is not there', () => {
  const look = new ProcessLook([process.pid]);
  expect(look.stat(process.pid)).toMatchObject({ pid: process.pid, parent: process.ppid });
  expect(look.stat(process.pid)).toBe(look.stat(process.pid));
  expect(look.environment(process.pid)).toBe(look.environment(process.pid));
  expect(look.limits(process.pid)).toContain('Max open files');
  const none = 2 ** 22 + 1;
  expect([look.stat(none), look.environment(none), look.limits(none)]).toEqual([undefined, undefined, '']);
});

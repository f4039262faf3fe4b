import { readFileSync } from 'node:fs';

/**
 * Words that go before a command, so that all its processes stay on one processor, chosen at random of those that this one may use.
 * A program and its tracer wait for each other at each call: on two processors, each wakes the other's, which takes twice the time.
 */
export function onOneCpu(): readonly string[] {
  const status = readFileSync('/proc/self/status', 'utf8');
  const list = /^Cpus_allowed_list:\s*(\S+)/m.exec(status)?.[1] ?? '0';
  const cpus = list.split(',').flatMap((range) => {
    const [first = 0, last] = range.split('-').map(Number);
    return Array.from({ length: (last ?? first) - first + 1 }, (_, index) => first + index);
  });
  return ['taskset', '-c', String(cpus[Math.floor(Math.random() * cpus.length)])];
}

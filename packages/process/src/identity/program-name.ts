import { basename } from 'node:path';
import { commandLine } from './command-line.ts';
import type { ProcessStat } from './process-stat.ts';

/** Length limit of a process name in the kernel. */
const NAME_BYTES = 15;

/** A name as the kernel has it. */
export function kernelName(name: string): string {
  return Buffer.from(name).subarray(0, NAME_BYTES).toString();
}

/**
 * What a person knows a process by: the kernel's name, which is that of its program or script. A program can give its main thread another
 * name, as Node does (`MainThread`); then it is the program that it was started as.
 */
export function programName({ pid, name }: Pick<ProcessStat, 'pid' | 'name'>): string {
  const words = commandLine(pid).map((word) => basename(word));
  const [program = ''] = words;
  return program === '' || words.some((word) => kernelName(word) === name) ? name : program;
}

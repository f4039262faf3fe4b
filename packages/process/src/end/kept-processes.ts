import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { ProcessStat } from '../identity/process-stat.ts';

/** Length limit of a process name in the kernel. */
const NAME_BYTES = 15;

/** The processes with one of these names, and all their descendants. */
export function keptProcesses(
  members: readonly ProcessStat[],
  names: readonly string[],
): readonly ProcessStat[] {
  if (names.length === 0) return [];
  const kept = new Map(
    members.filter(({ pid, name }) => isNamed(pid, name, names)).map((one) => [one.pid, one]),
  );
  for (let size = -1; size !== kept.size;) {
    size = kept.size;
    for (const member of members) if (kept.has(member.parent)) kept.set(member.pid, member);
  }
  return [...kept.values()];
}

function isNamed(pid: number, name: string, names: readonly string[]): boolean {
  if (names.some((one) => Buffer.from(one).subarray(0, NAME_BYTES).toString() === name)) return true;
  const words = commandLine(pid);
  const program = basename(words[0] ?? '');
  return names.some((one) => one === program || (/[./]/.test(one) && words.includes(one)));
}

function commandLine(pid: number): readonly string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

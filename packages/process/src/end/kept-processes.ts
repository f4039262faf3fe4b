import { basename } from 'node:path';
import { commandLine } from '../identity/command-line.ts';
import type { ProcessStat } from '../identity/process-stat.ts';
import { kernelName } from '../identity/program-name.ts';

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
  if (names.some((one) => kernelName(one) === name)) return true;
  const words = commandLine(pid);
  const program = basename(words[0] ?? '');
  return names.some((one) => one === program || (/[./]/.test(one) && words.includes(one)));
}

import type { CommandResult } from '@sluice/process';
import { MEMORY_VARIABLE } from '../settings/memory-limit.ts';

/** A note that the memory limit was reached. */
export function memoryNotes({ memory }: Pick<CommandResult, 'memory'>): readonly string[] {
  if (memory === undefined) return [];
  const { kills, limitBytes } = memory;
  const killed = kills === 1 ? 'a process' : `${kills} processes`;
  return [
    `The commands of this session may use ${sizeText(limitBytes)} of memory together (${MEMORY_VARIABLE}) and exceeded it: the system killed ${killed} of theirs. Use less at a time, for example with fewer parallel jobs.`,
  ];
}

function sizeText(bytes: number): string {
  const [unit, factor] = bytes >= 1024 ** 3 ? (['GiB', 1024 ** 3] as const) : (['MiB', 1024 ** 2] as const);
  return `${Math.round((bytes / factor) * 10) / 10} ${unit}`;
}

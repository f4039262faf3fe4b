import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorText } from '@sluice/base';
import { findMemoryPlace, type MemoryPlace } from './memory-place.ts';

/** A control group whose processes share a memory limit. */
export interface MemoryGroup {
  /** Absolute. */
  readonly directory: string;
  readonly limitBytes: number;
  /** Groups of commands must be below it; otherwise, processes moved there escape the limit. */
  readonly holdsCommandGroups: boolean;
  /** Absolute: a process that writes `0` to it joins the group, with everything it starts. */
  readonly processesFile: string;
  /** How many processes the kernel has killed because of the limit. */
  kills(): number;
  /** Moves anything still running in it to this process's group. False if it still isn't empty. */
  remove(): boolean;
}

export type OpenedMemoryGroup =
  | { readonly ok: true; readonly group: MemoryGroup }
  | { readonly ok: false; readonly reason: string };

interface Files {
  readonly limit: string;
  /** Limits swap as well, because a program that swaps for minutes also stalls the machine. */
  readonly swap: readonly [name: string, value: (limitBytes: number) => number];
  readonly events: string;
}

const FILES: Readonly<Record<1 | 2, Files>> = {
  1: {
    limit: 'memory.limit_in_bytes',
    swap: ['memory.memsw.limit_in_bytes', (limitBytes) => limitBytes],
    events: 'memory.oom_control',
  },
  2: { limit: 'memory.max', swap: ['memory.swap.max', () => 0], events: 'memory.events' },
};

/** Creates a group with a limit. Never throws. */
export function openMemoryGroup(
  limitBytes: number,
  place: MemoryPlace = findMemoryPlace(),
): OpenedMemoryGroup {
  if (!place.isAvailable) return { ok: false, reason: place.reason };
  const directory = join(place.directory, `sluice-memory-${randomUUID()}`);
  const files = FILES[place.version];
  try {
    mkdirSync(directory);
    writeFileSync(join(directory, files.limit), String(limitBytes));
  } catch (error) {
    tryTo(() => rmdirSync(directory));
    const reason = errorText(error);
    return { ok: false, reason: `A control group with a limit can't be created: ${reason}.` };
  }
  const [swap, value] = files.swap;
  // A kernel without swap accounting has no such file.
  tryTo(() => writeFileSync(join(directory, swap), String(value(limitBytes))));
  return { ok: true, group: memoryGroup(directory, limitBytes, place) };
}

function memoryGroup(
  directory: string,
  limitBytes: number,
  { own, version }: Extract<MemoryPlace, { readonly isAvailable: true }>,
): MemoryGroup {
  const processesFile = join(directory, 'cgroup.procs');
  return {
    directory,
    limitBytes,
    holdsCommandGroups: version === 2,
    processesFile,
    kills: () => killsIn(textOf(join(directory, FILES[version].events))),
    remove() {
      for (const pid of textOf(processesFile).split('\n').filter(Boolean)) {
        tryTo(() => writeFileSync(join(own, 'cgroup.procs'), pid));
      }
      return tryTo(() => rmdirSync(directory));
    },
  };
}

/** The line `oom_kill 3` of `memory.events` or `memory.oom_control`. */
export function killsIn(events: string): number {
  const line = events.split('\n').find((one) => one.startsWith('oom_kill '));
  return line === undefined ? 0 : Number(line.slice(line.indexOf(' ') + 1)) || 0;
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function tryTo(act: () => void): boolean {
  try {
    act();
    return true;
  } catch {
    return false;
  }
}

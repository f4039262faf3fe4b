import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { hasEnded, readProcessStat, TAG_VARIABLE } from '@sluice/process';
import { bootId } from './boot-id.ts';

/** Identifies a task's processes after the program that started them is gone. */
export interface TaskLeader {
  readonly pid: number;
  /** Clock ticks since boot. */
  readonly startTime: number;
  readonly boot: string;
  /** In the environment of all processes of the task that have not cleared it; empty if unknown. */
  readonly tag: string;
}

/**
 * The child of this process that writes its output to `outputPath`, itself or through its own child (possibly through a pipe), or has
 * that path on its command line; undefined if there is none (yet), or without `/proc`.
 */
export function findTaskLeader(outputPath: string): TaskLeader | undefined {
  const pid = childrenOf('self').find((child) =>
    [child, ...childrenOf(String(child))].some((one) => isWriterOf(one, outputPath)),
  );
  if (pid === undefined) return undefined;
  const found = readProcessStat(pid);
  if (found === undefined || hasEnded(found)) return undefined;
  return { pid, startTime: found.startTime, boot: bootId(), tag: tagOf(pid) };
}

function childrenOf(process_: string): readonly number[] {
  try {
    return readdirSync(`/proc/${process_}/task`).flatMap((thread) =>
      readFileSync(`/proc/${process_}/task/${thread}/children`, 'latin1')
        .split(' ')
        .filter((pid) => pid !== '')
        .map(Number),
    );
  } catch {
    return [];
  }
}

function isWriterOf(pid: number, path: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/fd/1`) === path || readFileSync(`/proc/${pid}/cmdline`).includes(path);
  } catch {
    return false;
  }
}

function tagOf(pid: number): string {
  try {
    const environment = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
    return environment.find((entry) => entry.startsWith(`${TAG_VARIABLE}=`)) ?? '';
  } catch {
    return '';
  }
}

import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findCgroup } from './find-cgroup.ts';

/** A control group for one command: it contains everything the command's processes fork, and nothing leaves it on its own. */
export interface CommandCgroup {
  /** Absolute. */
  readonly directory: string;
  /** Moves a process into the group; anything it forked earlier stays where it is. The kernel may take tens of milliseconds. */
  enter(pid: number): Promise<void>;
  pids(): readonly number[];
  /** Sends SIGKILL to all at once, including processes being forked (kernel 5.14 and later). */
  kill(): void;
  /** Moves processes to the parent group. */
  release(pids: readonly number[]): void;
  /** False while it isn't empty. */
  remove(): boolean;
}

/** A new, empty group below `above`, or below this process's group; undefined if none is available. */
export function createCommandCgroup(above?: string): CommandCgroup | undefined {
  const support = findCgroup();
  if (!support.isAvailable) return undefined;
  const directory = join(above ?? support.directory, `sluice-${randomUUID()}`);
  try {
    mkdirSync(directory);
  } catch {
    return undefined;
  }
  const write = (path: string, text: string): void => {
    try {
      writeFileSync(path, text);
    } catch {
      // The process has ended, or the kernel is too old for the file: the sweep finds what is left.
    }
  };
  const file = join(directory, 'cgroup.procs');
  return {
    directory,
    enter: (pid) => writeFile(file, String(pid)).catch(() => {}),
    pids() {
      try {
        return readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number);
      } catch {
        return [];
      }
    },
    kill: () => write(join(directory, 'cgroup.kill'), '1'),
    release(pids) {
      for (const one of pids) write(join(dirname(directory), 'cgroup.procs'), String(one));
    },
    remove() {
      try {
        rmdirSync(directory);
        return true;
      } catch {
        return false;
      }
    },
  };
}

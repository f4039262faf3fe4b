import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

const MAX_LOOKS = 10;

/**
 * Kills whatever works below `root`: a program that was broken on purpose may leave processes behind. Does nothing where
 * there is no `/proc`.
 */
export function endLeftovers(root: string): void {
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    const left = processIds().filter((pid) => worksBelow(pid, root));
    if (left.length === 0) return;
    for (const pid of left) kill(pid);
  }
}

/** Kills the members of a process group but its leader and vitest's own workers, which end by themselves. */
export function endGroupMembers(group: number): void {
  for (const pid of processIds())
    if (pid !== group && groupOf(pid) === group && !isTestWorker(pid)) kill(pid);
}

function groupOf(pid: number): number | undefined {
  try {
    // The name of the program is in parentheses, and may hold anything; then: state, parent, group.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(')').at(-1)?.trim().split(' ');
    return Number(fields?.[2]);
  } catch {
    return undefined;
  }
}

function isTestWorker(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('vitest/dist/workers/');
  } catch {
    return false;
  }
}

function processIds(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isSafeInteger);
  } catch {
    return [];
  }
}

function worksBelow(pid: number, root: string): boolean {
  if (pid === process.pid) return false;
  try {
    return `${readlinkSync(`/proc/${pid}/cwd`)}/`.startsWith(`${root}/`);
  } catch {
    return false;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

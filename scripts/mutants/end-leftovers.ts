import { readdirSync, readlinkSync } from 'node:fs';

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

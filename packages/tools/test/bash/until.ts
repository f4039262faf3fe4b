import { readFileSync } from 'node:fs';

const PAUSE_MS = 10;

/** Waits until `look` finds something. */
export async function until<Found>(look: () => Found | undefined): Promise<Found> {
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    await new Promise((resolve) => {
      setTimeout(resolve, PAUSE_MS);
    });
  }
}

/** Waits until a file has that many lines, and answers with them. */
export function linesOf(path: string, count: number): Promise<readonly string[]> {
  return until(() => {
    try {
      const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
      return lines.length >= count ? lines : undefined;
    } catch {
      return undefined;
    }
  });
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie has ended: only no one has asked for its status.
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

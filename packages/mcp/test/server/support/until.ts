import { readFileSync } from 'node:fs';

const PAUSE_MS = 10;

/** Waits until `look` finds something. */
export async function until<Found>(
  look: () => Found | undefined | Promise<Found | undefined>,
): Promise<Found> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => {
      setTimeout(resolve, PAUSE_MS);
    });
  }
}

/** Waits until a file holds at least so many lines, and answers with them. */
export function linesOfFile(path: string, count: number): Promise<readonly string[]> {
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
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

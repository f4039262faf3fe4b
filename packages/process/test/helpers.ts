import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { hasEnded, readProcessStat } from '../src/identity/process-stat.ts';

/** Gone after `dispose`; its name has a space, as users' directories have. */
export interface TemporaryDirectory {
  readonly path: string;
  dispose(): void;
}

export function temporaryDirectory(): TemporaryDirectory {
  const path = mkdtempSync(join(tmpdir(), 'sluice process '));
  return { path, dispose: () => rmSync(path, { recursive: true, force: true }) };
}

export function isRunning(pid: number): boolean {
  const stat = readProcessStat(pid);
  return stat !== undefined && !hasEnded(stat);
}

/** Waits for a condition that must come true; the deadline is only there to end a failing test. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`Never came true: ${what}`);
    await delay(10);
  }
}

/** The pids that a command has written to a file, one a line. */
export function readPids(path: string): number[] {
  try {
    return readFileSync(path, 'utf8').trim().split('\n').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

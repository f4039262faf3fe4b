import { setTimeout as delay } from 'node:timers/promises';
import type { PtyProgram } from './pty-program.ts';

const STEP_SECONDS = 5;

/**
 * The share of a processor that a program takes, in percent, for each five seconds. Their median says what its timers cost. A single collection
 * of V8's, which comes once after a time of work, is in one of them: 0.05 to 0.1 s, more than an idle prompt takes in a minute.
 */
export async function busyShares(program: PtyProgram, seconds: number): Promise<readonly number[]> {
  const shares: number[] = [];
  for (let step = 0; step < seconds / STEP_SECONDS; step += 1) {
    const before = program.cpuMs;
    await delay(STEP_SECONDS * 1000);
    shares.push((program.cpuMs - before) / (10 * STEP_SECONDS));
  }
  return shares;
}

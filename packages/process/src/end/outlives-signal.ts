import { readFileSync } from 'node:fs';
import type { ProcessStat } from '../identity/process-stat.ts';

const TERM_BIT = 1n << 14n;

/** Whether SIGTERM may leave a process running: it ignores or handles the signal, or is stopped. */
export function outlivesSignal({ pid, state }: ProcessStat): boolean {
  if (state === 'T' || state === 't') return true;
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    return ['SigIgn', 'SigCgt'].some((field) => (maskOf(status, field) & TERM_BIT) !== 0n);
  } catch {
    return false;
  }
}

function maskOf(status: string, field: string): bigint {
  const digits = new RegExp(`^${field}:\\s*([0-9a-f]+)$`, 'm').exec(status)?.[1];
  return digits === undefined ? 0n : BigInt(`0x${digits}`);
}

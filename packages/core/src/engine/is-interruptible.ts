import type { Call } from './call.ts';

/** An interrupt may stop it while it runs. */
export function isInterruptible(call: Call): boolean {
  try {
    return call.tool?.interruptBehavior(call.input, { cwd: call.cwd }) === 'cancel';
  } catch {
    return false;
  }
}

const FIRST_MS = 500;
const LONGEST_MS = 32_000;
/** The part of a delay that is left to chance, so that many clients don't come back at the same moment. */
const JITTER = 0.25;

/**
 * Milliseconds before attempt number `attempt` (from 1) is repeated. The server's advice wins; one of 0 is none.
 * `chance` is from 0 up to 1.
 */
export function retryDelay(attempt: number, advisedMs: number | undefined, chance: number): number {
  if (advisedMs !== undefined && advisedMs > 0) return advisedMs;
  const doubled = Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempt - 1));
  return Math.round(doubled * (1 - JITTER * chance));
}

const FIRST_MS = 500;
const LONGEST_MS = 32_000;
/** The random share of a delay, so that many clients don't retry at the same moment. */
const JITTER = 0.25;

/**
 * Milliseconds to wait before retrying attempt `attempt` (from 1). The server's advice wins, unless it is 0.
 * `chance` is in [0, 1).
 */
export function retryDelay(attempt: number, advisedMs: number | undefined, chance: number): number {
  if (advisedMs !== undefined && advisedMs > 0) return advisedMs;
  const doubled = Math.min(LONGEST_MS, FIRST_MS * 2 ** (attempt - 1));
  return Math.round(doubled * (1 - JITTER * chance));
}

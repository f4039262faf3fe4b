/** In milliseconds. */
export interface EngineLimits {
  readonly graceMs: number;
  readonly conflictWaitMs: number;
  readonly callTimeoutMs: number | undefined;
}

export const DEFAULT_MAX_CONCURRENCY = 10;
/**
 * How long a canceled call may go on, in milliseconds. Longer than the Bash tool takes to kill a command (`BASH_GRACE_MS` in `end-limits.ts`
 * of `packages/process`), so that it can still report the end.
 */
export const CANCEL_WAIT_MS = 2000;
export const DEFAULT_CONFLICT_WAIT_MS = 10_000;
/** Maximum nesting depth; deeper calls are rejected. */
export const MAX_DEPTH = 16;

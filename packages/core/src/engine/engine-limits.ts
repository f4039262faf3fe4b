/** In milliseconds. */
export interface EngineLimits {
  readonly graceMs: number;
  readonly conflictWaitMs: number;
  readonly callTimeoutMs: number | undefined;
}

export const DEFAULT_MAX_CONCURRENCY = 10;
/** Longer than the Bash tool takes to kill a command (`KILL_AFTER_MS` in its `bash-limits.ts`), so that it can still report the end. */
export const DEFAULT_GRACE_MS = 2000;
export const DEFAULT_CONFLICT_WAIT_MS = 10_000;
/** Maximum nesting depth; deeper calls are rejected. */
export const MAX_DEPTH = 16;

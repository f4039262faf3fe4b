/** Jobs of one session. */
export const MAX_JOBS = 50;
/** Characters (UTF-16) of a job's prompt. */
export const MAX_PROMPT = 20_000;
/** Recurring jobs end after this time. The description of `CronCreate` and docs/schedules.md say it in words. */
export const MAX_AGE_MS = 7 * 24 * 60 * 60_000;
/** Seconds that a loop which paces itself waits for its next run (agents.md 8). */
export const SHORTEST_WAIT_S = 60;
export const LONGEST_WAIT_S = 3600;
export const FALLBACK_WAIT_S = 20 * 60;

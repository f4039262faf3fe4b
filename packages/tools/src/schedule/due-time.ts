import { createHash } from 'node:crypto';
import type { CronTimes } from './cron-times.ts';
import { MAX_AGE_MS } from './schedule-limits.ts';
import type { ScheduledJob } from './scheduled-job.ts';

const MINUTE = 60_000;
const MAX_LATE = 30 * MINUTE;
const MAX_EARLY = 90_000;

/** The next run of a job. */
export interface NextRun {
  /** The time that its expression names. */
  readonly namedAt: number;
  /** When it is due: so that not all jobs run at once, recurring ones come later, and single ones at full and half hours a bit earlier. */
  readonly dueAt: number;
}

/** Undefined: it doesn't run again. All times in milliseconds since the Unix epoch. */
export function nextRun(job: ScheduledJob, times: Pick<CronTimes, 'after'>): NextRun | undefined {
  const namedAt = times.after(job.doneUntil ?? job.createdAt);
  if (namedAt === undefined) return undefined;
  if (job.recurring) {
    const interval = (times.after(namedAt) ?? namedAt + 2 * MAX_LATE) - namedAt;
    return { namedAt, dueAt: namedAt + share(job.id) * Math.min(MAX_LATE, interval / 2) };
  }
  const isRound = new Date(namedAt).getMinutes() % 30 === 0;
  // Never before half of the wait is over.
  const mostEarly = Math.min(MAX_EARLY, (namedAt - job.createdAt) / 2);
  return { namedAt, dueAt: isRound ? namedAt - share(job.id) * mostEarly : namedAt };
}

/** The job after a run at a time; undefined: that was its last one. Runs that were missed up to then are treated as done. */
export function afterRun(
  job: ScheduledJob,
  { namedAt, dueAt }: NextRun,
  now: number,
): ScheduledJob | undefined {
  if (!job.recurring || now - job.createdAt >= MAX_AGE_MS) return undefined;
  return { ...job, doneUntil: Math.max(namedAt, Math.floor(now - (dueAt - namedAt))) };
}

/** From 0 up to 1, always the same for an id. */
function share(id: string): number {
  let found = shares.get(id);
  if (found === undefined) {
    found = createHash('sha256').update(id).digest().readUInt32BE(0) / 2 ** 32;
    if (shares.size >= MAX_SHARES) shares.clear();
    shares.set(id, found);
  }
  return found;
}

/** Each is asked for every minute. */
const shares = new Map<string, number>();
const MAX_SHARES = 1000;

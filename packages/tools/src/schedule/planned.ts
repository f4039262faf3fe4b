import { cronTimes } from './cron-times.ts';
import { nextRun, type NextRun } from './due-time.ts';
import type { ScheduledJob } from './scheduled-job.ts';

// A rare time is expensive to find, and jobs are looked at every minute.
const known = new Map<string, NextRun | undefined>();
const MAX_KNOWN = 200;

/** The next run of a job. Undefined: it doesn't run again. */
export async function planned(job: ScheduledJob): Promise<NextRun | undefined> {
  const { id, cron, recurring, createdAt, doneUntil } = job;
  const key = `${createdAt} ${doneUntil} ${recurring} ${id} ${cron}`;
  if (known.has(key)) return known.get(key);
  const next = nextRun(job, await cronTimes(cron));
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, next);
  return next;
}

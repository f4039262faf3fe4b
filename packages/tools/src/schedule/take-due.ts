import { afterRun } from './due-time.ts';
import { planned } from './planned.ts';
import { MAX_AGE_MS } from './schedule-limits.ts';
import type { DueRun, ScheduledJob } from './scheduled-job.ts';

/** The runs that are due now, and the jobs that stay. However many runs of a job were missed, it runs once. */
export async function takeDue(
  jobs: readonly ScheduledJob[],
  now: number,
): Promise<{ readonly due: readonly DueRun[]; readonly kept: readonly ScheduledJob[] }> {
  const due: DueRun[] = [];
  const kept: ScheduledJob[] = [];
  for (const job of jobs) {
    const next = await planned(job);
    if (next === undefined || next.dueAt > now) {
      kept.push(job);
      continue;
    }
    const rest = afterRun(job, next, now);
    if (rest !== undefined) kept.push(rest);
    const isLast = job.recurring && now - job.createdAt >= MAX_AGE_MS;
    due.push({ job, dueAt: next.dueAt, isLast });
  }
  return { due, kept };
}

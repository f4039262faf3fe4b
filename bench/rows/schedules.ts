import { createFakeClock } from '@sluice/core';
import { Schedules } from '@sluice/tools';
import { interleave } from '../support/table/interleave.ts';
import { failed, type Line } from '../support/table/line.ts';
import type { Row } from '../support/table/row.ts';

const JOBS = 50;
const MINUTE = 60_000;
const MAX_CHECK_US = 100;

/** Schedules that aren't due cost one timer, and next to no processor time. */
export const schedulesRow: Row = {
  name: 'schedules',
  about: `${JOBS} schedules that aren't due: their timers, and the time of a check, compared with none`,
  async measure({ isQuick }): Promise<readonly Line[]> {
    const name = `a minute with ${JOBS} schedules, one timer, vs none and no timer`;
    const [busy, idle] = [await open(JOBS), await open(0)];
    if (busy.timers() !== 1 || idle.timers() !== 0)
      return [failed(name, `there are ${busy.timers()} timers with schedules, and ${idle.timers()} without`)];
    const checks = isQuick ? 60 : 600;
    await interleave(
      1,
      () => busy.perCheckUs(checks),
      () => idle.perCheckUs(checks),
    );
    const measured = await interleave(
      isQuick ? 3 : 9,
      () => busy.perCheckUs(checks),
      () => idle.perCheckUs(checks),
    );
    const runs = busy.runs();
    await Promise.all([busy.close(), idle.close()]);
    if (runs > 0) return [failed(name, `${runs} schedules ran`)];
    return [
      { status: 'measured', name, unit: 'µs', ...measured, target: { kind: 'at-most', value: MAX_CHECK_US } },
    ];
  },
};

async function open(jobs: number) {
  const clock = createFakeClock(new Date(2026, 0, 15, 12).getTime());
  let runs = 0;
  const schedules = new Schedules({ clock, own: undefined, project: undefined, tell: () => {} });
  await schedules.start(() => void (runs += 1));
  for (let job = 0; job < jobs; job += 1) {
    const wanted = { cron: `${job} 3 1 12 *`, prompt: 'Look.', recurring: true, durable: false };
    const created = await schedules.create(wanted);
    if (!created.ok) throw new Error(created.message);
  }
  return {
    timers: () => clock.pendingTimers,
    runs: () => runs,
    close: () => schedules.close(),
    async perCheckUs(checks: number): Promise<number> {
      const startedAt = performance.now();
      for (let check = 0; check < checks; check += 1) {
        clock.advance(MINUTE);
        // Comes behind the check.
        await schedules.remove('none');
      }
      return ((performance.now() - startedAt) * 1000) / checks;
    },
  };
}

import { plainCron } from './cron-expression.ts';
import { localTime } from './local-time.ts';

/** What is known of one expression. */
export interface CronTimes {
  /** The first run after a time, both in milliseconds since the Unix epoch. Undefined: there is none. */
  after(time: number): number | undefined;
  /** In words: "At 09:00, Monday through Friday". */
  readonly words: string;
}

const known = new Map<string, CronTimes>();
const MAX_KNOWN = 200;
/** Schedules are looked at each minute, and ask for the same runs until one is over. */
const MAX_RUNS = 128;

/**
 * The times of a cron expression without a problem (`cronProblem`). A day matches by its number or by its day of the week if both are
 * given. If the hours are named, a time that the change to daylight saving skips comes right after it, and one that comes twice counts
 * once; with `*` or a step of it, runs follow the clock.
 * @param timeZone default: the system's
 */
export async function cronTimes(cron: string, timeZone?: string): Promise<CronTimes> {
  const key = `${timeZone ?? ''} ${cron}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const [{ Cron }, { default: cronstrue }] = await Promise.all([import('croner'), import('cronstrue')]);
  const plain = plainCron(cron);
  const namesHours = !plain.split(' ')[1]?.includes('*');
  const times = new Cron(plain, { mode: '5-part', paused: true, timezone: namesHours ? 'UTC' : timeZone });
  const next = (time: number): number | undefined => times.nextRun(new Date(time))?.getTime();
  const { wallAt, timeOf } = localTime(timeZone);
  const search = (time: number): number | undefined => {
    if (!namesHours) return next(time);
    for (let wall = next(wallAt(time)); wall !== undefined; wall = next(wall)) {
      const run = timeOf(wall);
      if (run > time) return run;
    }
    return undefined;
  };
  const runs = new Map<number, number | undefined>();
  const made: CronTimes = {
    after(time) {
      if (runs.has(time)) return runs.get(time);
      if (runs.size >= MAX_RUNS) runs.clear();
      const run = search(time);
      runs.set(time, run);
      return run;
    },
    words: cronstrue.toString(plain, { use24HourTimeFormat: true }),
  };
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, made);
  return made;
}

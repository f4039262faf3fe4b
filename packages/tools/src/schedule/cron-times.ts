import { plainCron } from './cron-problem.ts';

/** What is known of one expression. */
export interface CronTimes {
  /** The first run after a time, both in milliseconds since the Unix epoch. Undefined: there is none. */
  after(time: number): number | undefined;
  /** In words: "At 09:00, Monday through Friday". */
  readonly words: string;
}

const known = new Map<string, CronTimes>();
const MAX_KNOWN = 200;

/**
 * The times of a cron expression without a problem (`cronProblem`). A day matches by its number or by its day of the week if both are
 * given. A time that the change to daylight saving skips comes right after it; one that comes twice counts once.
 * @param timeZone default: the system's
 */
export async function cronTimes(cron: string, timeZone?: string): Promise<CronTimes> {
  const key = `${timeZone ?? ''} ${cron}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const [{ Cron }, { default: cronstrue }] = await Promise.all([import('croner'), import('cronstrue')]);
  const plain = plainCron(cron);
  const times = new Cron(plain, { mode: '5-part', paused: true, timezone: timeZone });
  const made: CronTimes = {
    after: (time) => times.nextRun(new Date(time))?.getTime(),
    words: cronstrue.toString(plain, { use24HourTimeFormat: true }),
  };
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, made);
  return made;
}

/** Minutes that divide an hour or a day evenly, as a cron expression needs. */
const EVEN = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60, 120, 180, 240, 360, 480, 720, 1440];
const HOUR = 60;
const DAY = 24 * HOUR;
const MINUTES_OF = new Map([
  ['s', 1 / 60],
  ['m', 1],
  ['h', HOUR],
  ['d', DAY],
]);
/** No interval: the model says when the prompt comes again. */
export const SELF_PACED = 'self-paced';

/** The arguments of `/loop`. */
export interface LoopInterval {
  /**
   * The cron expression of the nearest interval that divides an hour or a day evenly. `self-paced`: none is given; undefined: it is longer
   * than a day.
   */
  readonly cron: string | undefined;
  readonly prompt: string;
}

/** @param args `[INTERVAL] PROMPT`; an interval is a number and `s`, `m`, `h` or `d` */
export function loopInterval(args: string, now: Date): LoopInterval {
  const [, count = '', unit = '', rest = ''] = /^(\d+)([smhd])(?=\s|$)([^]*)$/.exec(args.trim()) ?? [];
  const factor = MINUTES_OF.get(unit);
  if (factor === undefined) return { cron: SELF_PACED, prompt: args.trim() };
  const wanted = Number(count) * factor;
  return { cron: wanted > DAY ? undefined : cronOf(nearest(wanted), now), prompt: rest.trim() };
}

function nearest(minutes: number): number {
  const off = (one: number): number => Math.abs(one - minutes);
  return EVEN.reduce((best, one) => (off(one) <= off(best) ? one : best), 1);
}

/** Hours and days count from the minute at which the loop was started. */
function cronOf(minutes: number, now: Date): string {
  if (minutes === 1) return '* * * * *';
  if (minutes < HOUR) return `*/${minutes} * * * *`;
  if (minutes === HOUR) return `${now.getMinutes()} * * * *`;
  if (minutes < DAY) return `${now.getMinutes()} */${minutes / HOUR} * * *`;
  return `${now.getMinutes()} ${now.getHours()} * * *`;
}

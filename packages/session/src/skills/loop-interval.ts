/** Minutes that divide an hour or a day evenly, as a cron expression needs. */
const EVEN = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30, 60, 120, 180, 240, 360, 480, 720, 1440];
const HOUR = 60;
const DAY = 24 * HOUR;
/** By the first letter of the unit. */
const MINUTES_OF = new Map([
  ['s', 1 / 60],
  ['m', 1],
  ['h', HOUR],
  ['d', DAY],
]);
const INTERVAL = /^(\d+)(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)(?=\s|$)/;
/** Meant as an interval: a prompt hardly begins with a number that letters follow at once. */
const MISSPELLED = /^\d+[a-z]+(?=\s|$)/i;
/** No interval: the model says when the prompt comes again. */
export const SELF_PACED = 'self-paced';

/** The arguments of `/loop`; a problem is what is wrong with the interval. */
export type LoopInterval =
  | {
      /** The cron expression of the nearest interval that divides an hour or a day evenly; `self-paced`: none is given. */
      readonly cron: string;
      readonly prompt: string;
    }
  | { readonly problem: string };

/** @param args `[INTERVAL] PROMPT`; an interval is a number and `s`, `m`, `h` or `d`, or one of these units in words */
export function loopInterval(args: string, now: Date): LoopInterval {
  const words = args.trim();
  const [interval, count = ''] = INTERVAL.exec(words) ?? [];
  if (interval === undefined) {
    const [misspelled] = MISSPELLED.exec(words) ?? [];
    if (misspelled === undefined) return { cron: SELF_PACED, prompt: words };
    return { problem: `${misspelled} is not an interval: write a number and s, m, h or d.` };
  }
  const wanted = Number(count) * (MINUTES_OF.get(interval.charAt(count.length)) ?? 1);
  if (wanted === 0) return { problem: 'The interval is 0.' };
  if (wanted > DAY) return { problem: 'The interval is longer than a day.' };
  return { cron: cronOf(nearest(wanted), now), prompt: words.slice(interval.length).trim() };
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

/** Wall-clock times as numbers: the milliseconds since the Unix epoch of the same date and time in UTC. */

const MINUTE = 60_000;
/** More than any change of a clock, and less than the time between two. */
const DAY = 24 * 60 * MINUTE;

export interface LocalTime {
  /** What a clock shows at a time. */
  wallAt(time: number): number;
  /** When a clock first shows it; for a time that it skips, when it goes on. */
  timeOf(wall: number): number;
}

/** @param timeZone default: the system's */
export function localTime(timeZone?: string): LocalTime {
  const offsetAt = timeZone === undefined ? systemOffset : offsetsOf(timeZone);
  const wallAt = (time: number): number => time + offsetAt(time);
  return {
    wallAt,
    timeOf(wall) {
      const offsets = [offsetAt(wall - DAY), offsetAt(wall + DAY)];
      const [most, least] = [Math.max(...offsets), Math.min(...offsets)];
      const first = [wall - most, wall - least].find((time) => wallAt(time) === wall);
      if (first !== undefined) return first;
      // The clock jumps somewhere between the two.
      let [before, after] = [wall - most, wall - least];
      while (after - before > MINUTE) {
        const middle = before + Math.floor((after - before) / 2 / MINUTE) * MINUTE;
        if (wallAt(middle) > wall) after = middle;
        else before = middle;
      }
      return after;
    },
  };
}

function systemOffset(time: number): number {
  return -new Date(time).getTimezoneOffset() * MINUTE;
}

function offsetsOf(timeZone: string): (time: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  });
  return (time) => {
    const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
    const field = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
    const wall = Date.UTC(
      ...([field('year'), field('month') - 1, field('day')] as const),
      ...([field('hour'), field('minute'), field('second')] as const),
    );
    return wall - Math.floor(time / 1000) * 1000;
  };
}

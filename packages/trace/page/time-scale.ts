/** A stretch in which nothing happens. */
interface Gap {
  readonly from: number;
  readonly to: number;
  /** Where it begins on the scale, and how long it is there. */
  readonly at: number;
  readonly length: number;
}

/** Shorter pauses are shown as they are. */
const MIN_GAP_MS = 2000;

/**
 * Turns times into places on a scale of milliseconds that starts at 0, and back. With `isCompressed`, long stretches in which neither a
 * model nor a call works take little room.
 */
export class TimeScale {
  readonly length: number;
  readonly gaps: readonly Gap[];
  readonly #start: number;

  constructor(
    { start, end }: { readonly start: number; readonly end: number },
    busy: readonly (readonly [from: number, to: number])[],
    isCompressed: boolean,
  ) {
    this.#start = start;
    const total = Math.max(1, end - start);
    const idle = isCompressed ? idleStretches(busy, start, start + total) : [];
    const working = total - idle.reduce((sum, [from, to]) => sum + to - from, 0);
    // A gap is wide enough to be seen, and no wider than it was.
    const room = Math.max(working * 0.015, 20);
    let removed = 0;
    this.gaps = idle.flatMap(([from, to]) => {
      const length = Math.min(to - from, room);
      if (length === to - from) return [];
      const gap = { from, to, at: from - start - removed, length };
      removed += to - from - length;
      return [gap];
    });
    this.length = Math.max(1, total - removed);
  }

  placeOf(time: number): number {
    let removed = 0;
    for (const { from, to, length } of this.gaps) {
      if (time <= from) break;
      if (time < to) return from - this.#start - removed + ((time - from) / (to - from)) * length;
      removed += to - from - length;
    }
    return time - this.#start - removed;
  }

  timeAt(place: number): number {
    let removed = 0;
    for (const { from, to, at, length } of this.gaps) {
      if (place <= at) break;
      if (place < at + length) return from + ((place - at) / length) * (to - from);
      removed += to - from - length;
    }
    return place + this.#start + removed;
  }
}

function idleStretches(
  busy: readonly (readonly [number, number])[],
  start: number,
  end: number,
): readonly (readonly [number, number])[] {
  const idle: (readonly [number, number])[] = [];
  let reached = start;
  for (const [from, to] of busy.toSorted(([a], [b]) => a - b)) {
    if (from - reached >= MIN_GAP_MS) idle.push([reached, from]);
    reached = Math.max(reached, to);
  }
  if (end - reached >= MIN_GAP_MS) idle.push([reached, end]);
  return idle;
}

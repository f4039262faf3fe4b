import { durationText } from './format.ts';
import type { Colors } from './theme.ts';
import type { TimeScale } from './time-scale.ts';

interface AxisView {
  readonly scale: TimeScale;
  readonly start: number;
  readonly from: number;
  readonly span: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const LABEL_WIDTH = 84;
const STEPS_MS = [
  0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 15_000, 30_000, 60_000,
  120_000, 300_000, 600_000, 1_800_000, 3_600_000, 7_200_000, 21_600_000, 86_400_000,
];

interface Tick {
  readonly x: number;
  readonly label: string;
}

/** Round times since the start, as many as have room. */
export function ticksOf({ scale, start, from, span, left, width }: AxisView): readonly Tick[] {
  const inner = width - left;
  const least = (span / inner) * LABEL_WIDTH;
  const step = STEPS_MS.find((ms) => ms >= least) ?? STEPS_MS.at(-1) ?? 1;
  const end = scale.timeAt(from + span) - start;
  const ticks: Tick[] = [];
  let reached = left - LABEL_WIDTH;
  let time = Math.floor((scale.timeAt(from) - start) / step) * step;
  while (time <= end) {
    const x = left + ((scale.placeOf(start + time) - from) / span) * inner;
    if (x >= left && x - reached >= LABEL_WIDTH - 2) {
      reached = x;
      ticks.push({ x, label: time === 0 ? '0' : durationText(time) });
    }
    // Inside a gap there is nothing to label.
    const at = start + time;
    const gap = scale.gaps.find((one) => one.from <= at && at < one.to);
    time = gap === undefined ? time + step : Math.max(time + step, Math.ceil((gap.to - start) / step) * step);
  }
  return ticks;
}

/** The labels of the ticks, above the lanes. */
export function drawAxis(
  context: CanvasRenderingContext2D,
  colors: Colors,
  { left, top, width, height }: AxisView,
  ticks: readonly Tick[],
): void {
  context.fillStyle = colors.get('panel');
  context.fillRect(0, top, width, 22);
  context.fillStyle = colors.get('line');
  context.fillRect(0, top, width, 1);
  context.fillRect(0, top + 21, width, 1);
  context.fillRect(left, top, 1, height);
  context.fillStyle = colors.get('muted');
  for (const { x, label } of ticks) context.fillText(label, x + 5, top + 11);
}

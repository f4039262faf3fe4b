import type { Line } from './line.ts';
import { spreadOf } from './statistics.ts';

export type Verdict = 'ok' | 'over' | 'under' | '–';

export interface Judgment {
  /** What is held against the target, in the target's own terms. */
  readonly compared: number;
  readonly verdict: Verdict;
}

/** Holds the median over the runs against the target. */
export function judge({ ours, baseline, target }: Extract<Line, { status: 'measured' }>): Judgment {
  const paired = (compare: (our: number, base: number) => number): number =>
    spreadOf(ours.map((our, run) => compare(our, baseline?.[run] ?? Number.NaN))).median;
  switch (target.kind) {
    case 'at-most':
      return atMost(spreadOf(ours).median, target.value);
    case 'at-least':
      return atLeast(spreadOf(ours).median, target.value);
    case 'difference':
      return atMost(
        paired((our, base) => our - base),
        target.atMost,
      );
    case 'ratio': {
      const beyond = paired((our, base) => our - base * target.atMost);
      return { compared: paired((our, base) => our / base), verdict: beyond <= target.plus ? 'ok' : 'over' };
    }
    case 'speed-up':
      return atLeast(
        paired((our, base) => base / our),
        target.atLeast,
      );
    case 'none':
      return { compared: paired((our, base) => our / base), verdict: '–' };
    default:
      return target satisfies never;
  }
}

function atMost(compared: number, limit: number): Judgment {
  return { compared, verdict: compared <= limit ? 'ok' : 'over' };
}

function atLeast(compared: number, limit: number): Judgment {
  return { compared, verdict: compared >= limit ? 'ok' : 'under' };
}

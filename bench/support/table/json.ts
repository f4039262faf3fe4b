import { judge } from './judge.ts';
import type { Line } from './line.ts';
import { spreadOf } from './statistics.ts';

/** A line for programs: medians, ranges and every single value. */
export function toJson(line: Line): object {
  if (line.status !== 'measured') return line;
  const { ours, baseline, ...rest } = line;
  return {
    ...rest,
    ours: { ...spreadOf(ours), values: ours },
    ...(baseline === undefined ? {} : { baseline: { ...spreadOf(baseline), values: baseline } }),
    ...judge(line),
  };
}

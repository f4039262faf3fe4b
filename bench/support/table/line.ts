import type { Target } from './target.ts';

export type Unit = 'µs' | 'ms' | 'MB' | 'bytes' | 'GB/s' | '/s' | '%' | 'processes' | 'files';

/** One line of the table. */
export type Line =
  | {
      readonly status: 'measured';
      readonly name: string;
      readonly unit: Unit;
      /** One value a run; the baseline's of the same run is at the same place. */
      readonly ours: readonly number[];
      readonly baseline: readonly number[] | undefined;
      readonly target: Target;
    }
  /** What it compares with is not on this machine. */
  | { readonly status: 'left-out'; readonly name: string; readonly reason: string }
  /** The benchmark did not measure what it says it does. */
  | { readonly status: 'failed'; readonly name: string; readonly reason: string };

export function failed(name: string, reason: string): Line {
  return { status: 'failed', name, reason };
}

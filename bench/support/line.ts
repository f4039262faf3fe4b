/** What a figure must keep to. Comparisons with a baseline are made run by run, since each run measures both. */
export type Target =
  | { readonly kind: 'at-most'; readonly value: number }
  | { readonly kind: 'at-least'; readonly value: number }
  /** Ours less the baseline. */
  | { readonly kind: 'difference'; readonly atMost: number }
  /** Ours at most `atMost` times the baseline, and `plus` more. */
  | { readonly kind: 'ratio'; readonly atMost: number; readonly plus: number }
  /** The baseline's time divided by ours. */
  | { readonly kind: 'speed-up'; readonly atLeast: number }
  /** Nothing to reach: shown for what it tells. */
  | { readonly kind: 'none' };

export type Unit = 'µs' | 'ms' | 'MB' | 'bytes' | 'GB/s' | '/s' | '%' | 'processes' | 'files';

/** One line of the table. */
export type Line =
  | {
      readonly status: 'measured';
      readonly name: string;
      readonly unit: Unit;
      /** One value a run; the baseline's of the same run stands at the same place. */
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

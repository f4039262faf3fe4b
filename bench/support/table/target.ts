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

/** Whether what is compared is a factor. */
export function isTimesBaseline(target: Target): boolean {
  return target.kind === 'ratio' || target.kind === 'speed-up' || target.kind === 'none';
}

export function targetText(target: Target, unit: string): string {
  switch (target.kind) {
    case 'at-most':
      return `≤ ${target.value} ${unit}`;
    case 'at-least':
      return `≥ ${target.value} ${unit}`;
    case 'difference':
      return `+ ≤ ${target.atMost} ${unit}`;
    case 'ratio':
      return `≤ ${target.atMost} ×${target.plus === 0 ? '' : ` + ${target.plus} ${unit}`}`;
    case 'speed-up':
      return `≥ ${target.atLeast} × as fast`;
    case 'none':
      return '';
    default:
      return target satisfies never;
  }
}

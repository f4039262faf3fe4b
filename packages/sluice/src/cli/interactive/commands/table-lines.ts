import { cellWidth } from '@sluice/base';
import { sanitize } from '@sluice/core';

/** A wider first cell moves its own row only. */
const WIDEST = 32;

/**
 * Renders two-column rows as lines, with the second column aligned. Each cell is sanitized separately: the padding is
 * ours and must not be shown as hidden text.
 */
export function tableLines(rows: readonly (readonly [string, string])[]): readonly string[] {
  const cells = rows.map(([left, right]) => [sanitize(left), sanitize(right)] as const);
  const widths = cells.map(([left]) => cellWidth(left)).filter((width) => width <= WIDEST);
  const column = Math.max(0, ...widths);
  return cells.map(([left, right]) =>
    `  ${left}${' '.repeat(Math.max(0, column - cellWidth(left)))}  ${right}`.trimEnd(),
  );
}

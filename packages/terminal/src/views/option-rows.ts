import { cellWidth } from '@sluice/base';
import { sanitize } from '@sluice/core';
import type { Card } from '../desk/desk-events.ts';
import type { Style } from '../text/style.ts';
import { wrap } from '../text/wrap.ts';

export interface OptionRow {
  readonly row: string;
  /** Of the options that end in it. */
  readonly digits: readonly string[];
  readonly isMarked: boolean;
}

/**
 * The first two options have rows of their own, all of their text; the others share rows.
 * @param isDense the first two share rows, too
 */
export function optionRows(
  options: Card['options'],
  marked: number | undefined,
  isArmed: boolean,
  style: Style,
  width: number,
  isDense = false,
): readonly OptionRow[] {
  const rows: OptionRow[] = [];
  let shared = '';
  let sharing: string[] = [];
  let sharesMarked = false;
  // The choices of a question stand below each other.
  const isList = options.some(({ choice }) => choice.kind === 'progress');
  const push = (row: string, isMarked: boolean, digits: readonly string[]): void => {
    rows.push({
      row: isMarked ? style('accent', row) : isArmed ? row : style('quiet', row),
      digits,
      isMarked,
    });
  };
  for (const [index, { digit, label, hasKey }] of options.entries()) {
    const isMarked = index === marked;
    const key = hasKey === false ? '' : `${digit} `;
    const piece = `${isMarked ? '❯ ' : '  '}${key}${sanitize(label)}`;
    const isFirst = (digit === '1' || digit === '2') && !isDense;
    if (isFirst || isList || cellWidth(piece) > width) {
      if (shared !== '') push(shared, sharesMarked, sharing);
      [shared, sharing, sharesMarked] = ['', [], false];
      const own = wrap(piece.slice(2), width - 4);
      for (const [at, row] of own.entries())
        push(
          `${at > 0 ? '    ' : isMarked ? '❯ ' : '  '}${row}`,
          isMarked,
          at === own.length - 1 ? [digit] : [],
        );
    } else if (shared !== '' && cellWidth(shared) + cellWidth(piece) + 4 > width) {
      push(shared, sharesMarked, sharing);
      [shared, sharing, sharesMarked] = [piece, [digit], isMarked];
    } else {
      shared = shared === '' ? piece : `${shared}    ${piece}`;
      sharing.push(digit);
      sharesMarked ||= isMarked;
    }
  }
  if (shared !== '') push(shared, sharesMarked, sharing);
  return rows;
}

/** As many of the rows as there is room for; of more, those up to the marked option, which the arrow keys move. */
export function optionsInView(rows: readonly OptionRow[], room: number): readonly OptionRow[] {
  const marked = rows.findLastIndex(({ isMarked }) => isMarked);
  const from = Math.max(0, marked + 1 - room);
  return rows.slice(from, from + room);
}

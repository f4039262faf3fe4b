import { sanitize, type PermissionRequest } from '@sluice/core';
import type { Card } from '../desk/desk-events.ts';
import type { BatchRow } from '../desk/batch.ts';
import { cells } from '../text/cells.ts';
import { fitStyled } from '../text/fit-styled.ts';
import { joinFitting } from '../text/join-fitting.ts';
import type { Style } from '../text/style.ts';
import { bodyLines, isShownWhole } from './body-lines.ts';
import { titleOf } from './card-head.ts';

export interface BatchRows {
  readonly rows: readonly string[];
  /** The calls of which nothing was left out. */
  readonly wholeIds: readonly string[];
}

/** The calls that wait, one in a row, around the one that the cursor is at. */
export function batchRows(
  items: readonly BatchRow[],
  { isArmed, hasFocus }: Pick<Card, 'isArmed' | 'hasFocus'>,
  style: Style,
  width: number,
  maxRows: number,
): BatchRows {
  const options = optionRows(width);
  const room = Math.max(1, maxRows - 2 - options.length);
  const at = items.findIndex(({ isAt }) => isAt);
  const from = Math.max(0, Math.min(at - Math.floor(room / 2), items.length - room));
  const wholeIds: string[] = [];
  const rows = items.slice(from, from + room).map(({ inquiry, isMarked, isAt, hasSeenAll }) => {
    const lines = bodyLines(inquiry);
    const all = lines.map(({ text }) => text).join(' ⏎ ');
    const start = `${isAt ? '❯ ' : '  '}${isMarked ? '[x]' : '[ ]'} `;
    const text = `${start}${wordsOf(inquiry, all)}`;
    const risk = inquiry.risk === 'high' ? ' · risk high' : '';
    const isWhole = cells(text) + cells(risk) <= width && isShownWhole(inquiry);
    if (isWhole) wholeIds.push(inquiry.requestId);
    const more = hasSeenAll || isWhole ? '' : ' (Enter shows all)';
    // Where not all of it fits, what changes comes before what surrounds it.
    const changes = lines.filter(({ tone }) => tone === 'added' || tone === 'removed');
    const brief =
      isWhole || changes.length === 0
        ? text
        : `${start}${wordsOf(inquiry, changes.map(({ text: line }) => line).join(' ⏎ '))}`;
    const shown = fitStyled(brief, width - cells(more) - cells(risk)) + more + risk;
    return isAt ? style('accent', shown) : isArmed ? shown : style('quiet', shown);
  });
  const marked = items.filter(({ isMarked }) => isMarked).length;
  const hint = isArmed
    ? style('quiet', `  ${joinFitting(KEYS, width - 2)}`)
    : hasFocus
      ? style('quiet', '  …')
      : `  ${style('accent', 'Tab')} answers`;
  const head = `── ${style('strong', `${items.length} calls ask`)} · ${marked} marked `;
  return {
    rows: [
      `${head}${'─'.repeat(Math.max(1, width - cells(head)))}`,
      ...rows,
      ...options,
      fitStyled(hint, width),
    ].slice(0, maxRows),
    wholeIds,
  };
}

const OPTIONS = ['1 Allow the marked', '2 Mark all shown', '3 Deny the marked', '8 One by one'];
const KEYS = [
  { text: 'Space marks', weight: 3 },
  { text: 'Enter shows all of a call', weight: 1 },
  { text: 'Tab: to the prompt', weight: 2 },
];

/** As many of the options in a row as have room there. */
function optionRows(width: number): readonly string[] {
  const rows: string[] = [];
  for (const option of OPTIONS) {
    const last = rows.at(-1);
    const joined = `${last}    ${option}`;
    if (last !== undefined && cells(joined) <= width) rows[rows.length - 1] = joined;
    else rows.push(fitStyled(`  ${option}`, width));
  }
  return rows;
}

/** Its title and its text; once where the title has all of it. */
function wordsOf(inquiry: PermissionRequest, body: string): string {
  const title = titleOf(inquiry);
  const isSame = title === `${sanitize(inquiry.toolName)} ${body.replace(/^\w+: /, '')}`;
  return isSame ? title : `${title} · ${body}`;
}

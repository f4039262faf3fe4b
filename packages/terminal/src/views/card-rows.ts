import { cellWidth } from '@sluice/base';
import { isCallInquiry, type Inquiry } from '@sluice/core';
import type { Card } from '../desk/desk-events.ts';
import { questionsOf } from '../desk/questionnaire.ts';
import type { Style } from '../text/style.ts';
import { fitStyled } from '../text/fit-styled.ts';
import { wrap } from '../text/wrap.ts';
import { optionRows, optionsInView } from './option-rows.ts';
import { isShownWhole, type BodyLine } from './body-lines.ts';
import { headOf } from './card-head.ts';
import { cardLines } from './card-lines.ts';
import { reasonOf } from './card-reason.ts';
import { hintRow } from './hint-row.ts';

export interface CardRows {
  readonly rows: readonly string[];
  /** Nothing of what is asked about was left out. */
  readonly showsAll: boolean;
  /** Of the options that are shown with all of their text: only these can be chosen. */
  readonly digits: ReadonlySet<string>;
}

/**
 * Rows of what is asked about, with the one that says how much is missing, that stay before the reason and the last options get any. In a
 * small window the options share rows.
 */
const LEAST_BODY = 3;

/**
 * The card of an inquiry in at most so many rows. What does not fit says how much is missing.
 * @param editHint the key that lets all edits through, for an inquiry about one. Default: there is none
 */
export function cardRows(card: Card, style: Style, width: number, maxRows: number, editHint = ''): CardRows {
  const { inquiry, options, marked, isArmed, place, count } = card;
  const { row: head, agents } = headOf(inquiry, place, count, style, width);
  const body: readonly BodyRow[] = [
    ...wrap(agents, width - 2).flatMap((row) =>
      row === '' ? [] : [{ row: `  ${row}`, tone: 'warning' as const }],
    ),
    ...cardLines(card).flatMap((line) =>
      wrap(line.text, width - 2).map((row) => ({ row: `  ${styled(line, row, style)}`, tone: line.tone })),
    ),
  ];
  const free = Math.max(0, maxRows - 2);
  const needed = neededOf(body, card);
  const least = Math.min(LEAST_BODY, needed.length);
  const apart = optionRows(options, marked, isArmed, style, width);
  const drawn =
    free - apart.length >= least ? apart : optionRows(options, marked, isArmed, style, width, true);
  // What can't be seen can't be chosen: the options go before the reason, which `6` tells as well. But no one should answer unseen.
  const choices = optionsInView(drawn, Math.max(1, free - least));
  const digits = new Set(choices.flatMap((row) => row.digits));
  const why = reasonOf(inquiry);
  const reason = why === undefined ? [] : wrap(why, width - 2).map((row) => `  ${row}`);
  const left = Math.max(0, free - choices.length - least);
  const told =
    reason.length > left
      ? reason.slice(0, left).map((row, at) => (at === left - 1 ? fitStyled(`${row} …`, width) : row))
      : reason;
  const after = [
    ...told.map((row) => style('quiet', row)),
    ...choices.map(({ row }) => row),
    hintRow(card, options.length - digits.size, editHint, style, width),
  ];
  const room = Math.max(1, maxRows - 1 - after.length);
  const showsAll = needed.length <= room && isShownWhole(inquiry);
  const shown =
    body.length < room || (showsAll && body.length <= room)
      ? body
      : cutBody(body, needed, inquiry, showsAll ? room : Math.max(0, room - 1));
  const missing = body.length - shown.length;
  const cut = missing === 0 ? 'cut' : `${missing} more ${missing === 1 ? 'row' : 'rows'}`;
  const counts = countsOf(inquiry);
  const rest = showsAll
    ? counts === undefined || body.length >= room
      ? []
      : [style('quiet', `  ${counts}, all of it shown`)]
    : [style('refused', isQuestion(inquiry) ? `  … ${cut}` : restText(counts, cut, width))];
  const all = [head, ...shown.map(({ row }) => row), ...rest];
  const above = all.slice(0, Math.max(1, maxRows - after.length));
  // In the lowest window, that something is missing matters more than what the keys do.
  const below = !showsAll && above.length < all.length ? [...after.slice(0, -1), ...rest] : after;
  return {
    rows: [...above, ...below].slice(0, maxRows).map((row) => fitStyled(row, width)),
    showsAll,
    digits,
  };
}

interface BodyRow {
  readonly row: string;
  readonly tone: BodyLine['tone'];
}

function isQuestion({ kind }: Inquiry): boolean {
  return kind === 'questions' || kind === 'form';
}

/** What the person has to see: with the question at hand, not the answers so far. */
function neededOf(
  body: readonly BodyRow[],
  { inquiry, progress }: Pick<Card, 'inquiry' | 'progress'>,
): readonly BodyRow[] {
  if (inquiry.kind !== 'questions' && inquiry.kind !== 'form') return body;
  const isAtQuestion = questionsOf(inquiry)?.[progress.at] !== undefined;
  return isAtQuestion ? body.filter(({ tone }) => tone !== 'added') : body;
}

/** So many rows: of a difference, what is above the first change goes first. Who asks and what is hidden stays. */
function cutBody(
  body: readonly BodyRow[],
  needed: readonly BodyRow[],
  inquiry: Inquiry,
  room: number,
): readonly BodyRow[] {
  if (needed.length < body.length) {
    const others = body.filter((row) => !needed.includes(row));
    // The latest answers stay longest.
    const dropped = new Set(others.slice(0, Math.max(0, body.length - Math.max(room, needed.length))));
    return body.filter((row) => !dropped.has(row)).slice(0, room);
  }
  if (!isCallInquiry(inquiry) || inquiry.preview?.kind !== 'diff') return body.slice(0, room);
  const first = body.findIndex(({ tone }) => tone !== 'warning');
  const [above, lines] = [body.slice(0, first), body.slice(first)];
  const change = lines.findIndex(({ tone }) => tone === 'added' || tone === 'removed');
  const left = Math.max(0, room - above.length);
  const from = Math.max(0, Math.min(change, lines.length - left));
  return [...above, ...lines.slice(from, from + left)].slice(0, room);
}

/** That something is missing, and what shows it: the longest text that fits. */
function restText(counts: string | undefined, cut: string, width: number): string {
  const texts = [`… ${cut}: 7 shows all of it`, `… ${cut}: 7 shows it`, '… cut: 7 shows it'];
  const all = counts === undefined ? texts : [`${counts}, ${texts[0]}`, ...texts];
  return `  ${all.find((text) => cellWidth(text) <= width - 2) ?? '… 7: all'}`;
}

/** How many lines an edit adds and removes. Undefined: it is about something else. */
function countsOf(inquiry: Inquiry): string | undefined {
  if (!isCallInquiry(inquiry) || inquiry.preview?.kind !== 'diff') return undefined;
  const lines = inquiry.preview.hunks.flatMap((hunk) => hunk.lines);
  const count = (mark: string): number => lines.filter((line) => line.startsWith(mark)).length;
  return `+${count('+')} \u2212${count('-')}`;
}

function styled({ tone }: BodyLine, row: string, style: Style): string {
  if (tone === 'added') return style('good', row);
  if (tone === 'removed') return style('bad', row);
  return tone === 'warning' ? style('refused', row) : row;
}

import { fuzzyFilter } from '@earendil-works/pi-tui';
import { disarm, sanitize } from '@sluice/core';
import { cells } from '../text/cells.ts';
import { columnsOfParts, columnsWidth } from '../text/columns.ts';
import { fitStyled } from '../text/fit-styled.ts';
import { joinFitting, type RowPiece } from '../text/join-fitting.ts';
import type { Style } from '../text/style.ts';
import { wrap } from '../text/wrap.ts';

export interface PickerItem {
  readonly id: string;
  readonly label: string;
  /** Hidden characters of the label are marked already. Default: they are marked when it is drawn. */
  readonly isSanitized?: boolean | undefined;
  /** At the right. Its parts are separated by two spaces; where there is little room, the first ones are left out. */
  readonly detail: string;
}

/** A key that does something with the marked item, as long as no filter is being typed. */
export type PickerKey = KeyOfList &
  (
    | { readonly needsItem?: true; readonly run: (item: PickerItem) => void }
    /** It also does it where no item fits. */
    | { readonly needsItem: false; readonly run: () => void }
  );

interface KeyOfList {
  /** Its name: `tab`, `x`. */
  readonly key: string;
  /** What it does, such as `Tab: all directories`. */
  readonly hint: string;
  /** The list closes. Default false. */
  readonly closes?: boolean | undefined;
}

/** A list to choose from; what is typed filters it. */
export interface Picker {
  readonly title: string;
  /** May change while the list is open. */
  readonly items: readonly PickerItem[];
  /** Resolves when all that it says has been said. Handles its own errors. */
  readonly onPick: (item: PickerItem) => void | Promise<void>;
  /** It was closed without a choice. Default: nothing happens. */
  readonly onClose?: (() => void) | undefined;
  /** A second choice, which ← and → change while the list is open. */
  readonly side?: { readonly label: () => string; readonly turn: (step: 1 | -1) => void } | undefined;
  readonly keys?: readonly PickerKey[] | undefined;
  /** What Enter does. Default: `chooses`. */
  readonly does?: string | undefined;
  /** Lines about an item, below the list after Space. Default: there are none. */
  readonly preview?: ((item: PickerItem) => Promise<readonly string[]>) | undefined;
  /** The ids of further items that fit what was typed, such as by their content, until something else is. Default: none. */
  readonly search?: ((filter: string, signal: AbortSignal) => Promise<ReadonlySet<string>>) | undefined;
  /** What another key does, such as `Ctrl-R again: all directories`. Default: nothing. */
  readonly hint?: string | undefined;
  /** If it takes the place of an open list, what was typed filters this one too. Default false. */
  readonly keepsFilter?: boolean | undefined;
  /** Where the mark is at first. Default: the first item. */
  readonly markedId?: string | undefined;
}

/**
 * Those that fit what was typed, the best first.
 * @param found ids of further ones
 */
export function pickerMatches(
  { items }: Pick<Picker, 'items'>,
  filter: string,
  found: ReadonlySet<string> = new Set(),
): readonly PickerItem[] {
  if (filter === '') return items;
  const named = fuzzyFilter([...items], filter, ({ id, label }) => `${label} ${id}`);
  if (found.size === 0) return named;
  const known = new Set(named);
  return [...named, ...items.filter((item) => found.has(item.id) && !known.has(item))];
}

export interface PickerView {
  readonly matches: readonly PickerItem[];
  /** Index of the marked one. */
  readonly marked: number;
  /** Of the marked one. Undefined: not shown. */
  readonly preview: readonly string[] | undefined;
}

/** The list around the marked item, in so many rows. */
export function pickerRows(
  picker: Picker,
  { matches, marked, preview }: PickerView,
  style: Style,
  width: number,
  maxRows: number,
): readonly string[] {
  const below = preview === undefined ? [] : previewRows(preview, style, width, Math.floor(maxRows / 2));
  const room = Math.max(1, maxRows - 2 - below.length);
  const from = Math.max(0, Math.min(marked - Math.floor(room / 2), matches.length - room));
  const shown = matches.slice(from, from + room);
  // All rows count, lest the columns move while the list does.
  const inner = columnsWidth(
    [...matches.slice(0, MAX_MEASURED), ...shown].map((item) => [`  ${labelOf(item)}`, item.detail]),
    width,
  );
  const count =
    matches.length === picker.items.length
      ? `${matches.length}`
      : `${matches.length} of ${picker.items.length}`;
  const title = fitStyled(picker.title, Math.max(10, width - count.length - 12));
  return [
    `── ${style('strong', title)} ${'─'.repeat(Math.max(1, width - cells(title) - count.length - 8))} ${count} ──`,
    ...shown.map((item, index) => {
      const isMarked = from + index === marked;
      const row = columnsOfParts(`${isMarked ? '❯ ' : '  '}${labelOf(item)}`, item.detail, inner);
      return isMarked ? style('accent', row) : row;
    }),
    ...below,
    style(
      'quiet',
      fitStyled(`  ${matches.length === 0 ? nothingFits(picker) : hintOf(picker, width - 2)}`, width),
    ),
  ];
}

/** Rows of a long list that say how wide it has to be. */
const MAX_MEASURED = 100;

function labelOf({ label, isSanitized }: PickerItem): string {
  return isSanitized === true ? disarm(label) : sanitize(label);
}

/** The last lines: what came last says most about what it is. */
function previewRows(lines: readonly string[], style: Style, width: number, max: number): readonly string[] {
  // No line has more rows than there is room for: the rest of one that is far longer is not wrapped.
  const rows = lines
    .slice(-max)
    .flatMap((line) => wrap(sanitize(line).slice(0, max * width), width - 2).slice(0, max));
  const shown = rows.slice(-Math.max(1, max - 1));
  return ['─'.repeat(width), ...shown.map((row) => `  ${row}`)].map((row) => style('quiet', row));
}

function nothingFits({ keys = [] }: Picker): string {
  const hints = keys.filter(({ needsItem }) => needsItem === false).map(({ hint }) => hint);
  return ['nothing matches', ...hints].join(' · ');
}

function hintOf({ side, hint, keys = [], does = 'chooses', preview }: Picker, width: number): string {
  const pieces: readonly RowPiece[] = [
    { text: side === undefined ? '' : `←→ ${side.label()}`, weight: 4 },
    { text: `Enter ${does}`, weight: 5 },
    ...keys.map((key) => ({ text: key.hint, weight: 4 })),
    { text: preview === undefined ? '' : 'Space previews', weight: 3 },
    { text: hint ?? '', weight: 2 },
    { text: 'Esc closes', weight: 0 },
    { text: 'type to filter', weight: 1 },
  ];
  return joinFitting(
    pieces.filter(({ text }) => text !== ''),
    width,
  );
}

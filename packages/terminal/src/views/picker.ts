import { fuzzyFilter } from '@earendil-works/pi-tui';
import { sanitize } from '@sluice/core';
import { columns } from '../text/columns.ts';
import { fitStyled } from '../text/fit-styled.ts';
import type { Style } from '../text/style.ts';

export interface PickerItem {
  readonly id: string;
  readonly label: string;
  /** At the right. */
  readonly detail: string;
}

/** A list to choose from; what is typed filters it. */
export interface Picker {
  readonly title: string;
  readonly items: readonly PickerItem[];
  readonly onPick: (item: PickerItem) => void;
  /** It was closed without a choice. Default: nothing happens. */
  readonly onClose?: (() => void) | undefined;
  /** A second choice, which ← and → change while the list is open. */
  readonly side?: { readonly label: () => string; readonly turn: (step: 1 | -1) => void } | undefined;
  /** What another key does, such as `Ctrl-R again: all directories`. Default: nothing. */
  readonly hint?: string | undefined;
  /** If it takes the place of an open list, what was typed filters this one too. Default false. */
  readonly keepsFilter?: boolean | undefined;
  /** Where the mark is at first. Default: the first item. */
  readonly markedId?: string | undefined;
}

/** Those that fit what was typed, the best first. */
export function pickerMatches({ items }: Picker, filter: string): readonly PickerItem[] {
  return filter === '' ? items : fuzzyFilter([...items], filter, ({ id, label }) => `${label} ${id}`);
}

/** The list around the marked item, in so many rows. */
export function pickerRows(
  picker: Picker,
  matches: readonly PickerItem[],
  marked: number,
  style: Style,
  width: number,
  maxRows: number,
): readonly string[] {
  const room = Math.max(1, maxRows - 2);
  const from = Math.max(0, Math.min(marked - Math.floor(room / 2), matches.length - room));
  const shown = matches.slice(from, from + room);
  const count =
    matches.length === picker.items.length
      ? `${matches.length}`
      : `${matches.length} of ${picker.items.length}`;
  return [
    `── ${style('strong', picker.title)} ${'─'.repeat(Math.max(1, width - picker.title.length - count.length - 8))} ${count} ──`,
    ...shown.map(({ label, detail }, index) => {
      const isMarked = from + index === marked;
      const row = columns(`${isMarked ? '❯ ' : '  '}${sanitize(label)}`, detail, width);
      return isMarked ? style('accent', row) : row;
    }),
    style('quiet', fitStyled(`  ${matches.length === 0 ? 'nothing fits' : hintOf(picker)}`, width)),
  ];
}

function hintOf({ side, hint }: Picker): string {
  const turns = side === undefined ? '' : `←→ ${side.label()} · `;
  const more = hint === undefined ? '' : `${hint} · `;
  return `${turns}${more}Enter chooses · type to filter · Esc closes`;
}

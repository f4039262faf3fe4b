import { cellWidth, fitText } from '@sluice/base';
import { sanitize } from '@sluice/core';
import type { Style } from '@sluice/terminal';
import type { Menu } from './menu.ts';

const MENU_COLUMN = 18;
/** A longer name moves only its own row. */
const WIDEST_NAME = 32;
const MAX_MENU_ROWS = 6;

/** The rows of the menu around the marked item. */
export function menuRows(menu: Menu | undefined, at: number, style: Style, width: number): readonly string[] {
  if (menu === undefined) return [];
  const from = Math.max(0, Math.min(at - 2, menu.items.length - MAX_MENU_ROWS));
  const widths = menu.items.map(({ label }) => cellWidth(sanitize(label)));
  const column = Math.max(MENU_COLUMN, ...widths.filter((cells) => cells <= WIDEST_NAME));
  return menu.items.slice(from, from + MAX_MENU_ROWS).map(({ label, detail }, index) => {
    const isMarked = from + index === at;
    const name = sanitize(label);
    const blanks = ' '.repeat(Math.max(0, column - cellWidth(name)));
    const text = `${isMarked ? '❯ ' : '  '}${name}${blanks} ${sanitize(detail)}`;
    return style(isMarked ? 'accent' : 'quiet', fitText(text, width));
  });
}

import { fitText } from '@sluice/base';
import { sanitize } from '@sluice/core';
import { columnsOfFirst, columnsWidth, type Style } from '@sluice/terminal';

/** A message that waits while the model works. */
export function waitingRow(text: string, when: string, isLast: boolean, style: Style, width: number): string {
  const first = sanitize(text.split('\n', 1)[0] ?? '');
  const more = text.includes('\n') ? ' …' : '';
  const takesBack = ['↑ takes it back', '↑ back'];
  const rights = !isLast
    ? ['']
    : when === 'held'
      ? [`Enter sends · ${takesBack[0]}`, ...takesBack]
      : takesBack;
  const left = `  ${when}: ${first}${more}`;
  return style('quiet', columnsOfFirst(left, rights, columnsWidth([[left, rights[0] ?? '']], width)));
}

/** What was stopped and still runs, and how to kill it. */
export function stoppingRow(text: string, style: Style, width: number): string {
  return style('refused', fitText(`  ${text}`, width));
}

/** The end of a line that is still being received. */
export function heldRow(text: string, style: Style, width: number): string {
  const shown = text.length > width / 2 ? `…${text.slice(-Math.floor(width / 2) + 1)}` : text;
  return style('quiet', shown);
}

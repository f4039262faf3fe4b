import { fitText } from '@sluice/base';
import { sanitize } from '@sluice/core';
import type { Style } from '@sluice/terminal';

/** A message that waits while the model works. */
export function waitingRow(text: string, when: string, isLast: boolean, style: Style, width: number): string {
  const first = sanitize(text.split('\n', 1)[0] ?? '');
  const more = text.includes('\n') ? ' …' : '';
  const right = !isLast ? '' : when === 'held' ? 'Enter sends · ↑ takes it back' : '↑ takes it back';
  const room = width - right.length - 4;
  const left = `  ${when}: ${first}${more}`;
  const shown = left.length > room ? `${left.slice(0, room - 1)}…` : left;
  return style(
    'quiet',
    `${shown}${' '.repeat(Math.max(2, width - shown.length - right.length))}${right}`.trimEnd(),
  );
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

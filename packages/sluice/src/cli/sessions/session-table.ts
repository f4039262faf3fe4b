import { sanitize } from '@sluice/core';
import type { SessionFacts } from './describe-session.ts';

const SHORT_ID = 8;
const TITLE_CHARS = 60;

/** One line per session; with `hasDirectories`, also its directory. */
export function sessionTable(sessions: readonly SessionFacts[], hasDirectories: boolean): string {
  const head = ['ID', 'USED', 'TURNS', ...(hasDirectories ? ['DIRECTORY'] : []), 'TITLE'];
  const rows = sessions.map(({ id, usedAt, turns, cwd, title, inUseBy }) => [
    id.slice(0, SHORT_ID),
    localTime(usedAt),
    String(turns),
    ...(hasDirectories ? [sanitize(cwd)] : []),
    `${shortTitle(title)}${inUseBy === null ? '' : `  (in use by process ${inUseBy})`}`,
  ]);
  const table = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table
    .map(
      (row) =>
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

function shortTitle(title: string | null): string {
  const line = sanitize(title ?? '(no messages yet)');
  return line.length > TITLE_CHARS ? `${line.slice(0, TITLE_CHARS - 1).toWellFormed()}…` : line;
}

/** To the minute, in the local time zone. */
export function localTime(iso: string): string {
  const date = new Date(iso);
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

import { join } from 'node:path';
import type { Journal } from '@sluice/core';

type JournalContent = Awaited<ReturnType<Journal['read']>>;

/** What a person should know of a session that is gone on with, a line each. */
export function sessionNotices(
  directory: string,
  { entries, setAside }: JournalContent,
  cwd: string,
): readonly string[] {
  if (entries.length + setAside === 0) return [`${directory} held no session; a new one was begun.`];
  const notices: string[] = [];
  const before = entries.findLast((entry) => entry.type === 'session')?.cwd;
  if (before !== undefined && before !== cwd) {
    notices.push(`The session in ${directory} worked in ${before}; it goes on in ${cwd}.`);
  }
  if (setAside > 0) {
    const lines = setAside === 1 ? '1 line' : `${setAside} lines`;
    const journal = join(directory, 'journal.jsonl');
    notices.push(
      `${lines} of ${journal} can't be read; calls whose end is not in the journal count as begun.`,
    );
  }
  return notices;
}

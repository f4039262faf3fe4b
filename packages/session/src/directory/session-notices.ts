import { join } from 'node:path';
import { readSession, type JournalReading } from '@sluice/core';

/** What the user should know about a resumed session, one line each. */
export function sessionNotices(directory: string, content: JournalReading, cwd: string): readonly string[] {
  const { entries, setAside, lost = 0, isRepaired = false, isEndUnknown = false, unverified = 0 } = content;
  if (entries.length + setAside + lost === 0) return [`${directory} held no session; a new one was begun.`];
  const notices: string[] = [];
  const before = entries.findLast((entry) => entry.type === 'session')?.cwd;
  if (before !== undefined && before !== cwd) {
    notices.push(`The session in ${directory} worked in ${before}; it goes on in ${cwd}.`);
  }
  const journal = join(directory, 'journal.jsonl');
  if (isRepaired) {
    notices.push(`Lines of ${journal} were out of order or doubled; their numbers put that right.`);
  }
  if (isEndUnknown) {
    notices.push(
      `${join(directory, 'journal.head')} is missing or damaged, so the end of ${journal} may be missing. Calls that are fed again and that could have begun count as begun, and are not run again. The next resume goes on as usual.`,
    );
  }
  if (lost > 0) {
    notices.push(
      `${lines(lost)} of ${journal} ${lost === 1 ? 'is' : 'are'} missing or changed; calls that could have begun count as begun, and are not run again.`,
    );
  } else if (setAside > 0) {
    notices.push(
      `${lines(setAside)} of ${journal} can't be read; calls whose end is not in the journal count as begun.`,
    );
  }
  if (
    unverified > 0 &&
    readSession(entries).some(({ calls }) => calls.some(({ settled }) => settled === undefined))
  ) {
    notices.push(
      `An older version wrote ${lines(unverified)} of ${journal}, without checksums: whether they are all there, and in order, is not known.`,
    );
  }
  return notices;
}

function lines(count: number): string {
  return count === 1 ? '1 line' : `${count} lines`;
}

import { join } from 'node:path';
import { readSession, type JournalReading } from '@sluice/core';

/** What the user should know about a resumed session, one line each. */
export function sessionNotices(directory: string, content: JournalReading, cwd: string): readonly string[] {
  const { entries, setAside, lost = 0, isRepaired = false, isEndUnknown = false, unverified = 0 } = content;
  if (entries.length + setAside + lost === 0)
    return [`${directory} contained no session; a new one was started.`];
  const notices: string[] = [];
  const before = entries.findLast((entry) => entry.type === 'session')?.cwd;
  if (before !== undefined && before !== cwd) {
    notices.push(`The session in ${directory} was started in ${before}; it continues in ${cwd}.`);
  }
  const journal = join(directory, 'journal.jsonl');
  if (isRepaired) {
    notices.push(`Lines of ${journal} were out of order or duplicated; they were restored by their numbers.`);
  }
  if (isEndUnknown) {
    notices.push(
      `${join(directory, 'journal.head')} is missing or damaged, so the end of ${journal} may be missing. Calls that are sent again and that could have started are treated as started, and are not run again. The next resume works as usual.`,
    );
  }
  if (lost > 0) {
    notices.push(
      `${lines(lost)} of ${journal} ${lost === 1 ? 'is' : 'are'} missing or changed; calls that may have started are treated as started and are not run again.`,
    );
  } else if (setAside > 0) {
    notices.push(
      `${lines(setAside)} of ${journal} can't be read; calls whose end is not in the journal are treated as started.`,
    );
  }
  if (
    unverified > 0 &&
    readSession(entries).some(({ calls }) => calls.some(({ settled }) => settled === undefined))
  ) {
    notices.push(
      `An older version wrote ${lines(unverified)} of ${journal} without checksums: missing or reordered lines can't be detected.`,
    );
  }
  return notices;
}

function lines(count: number): string {
  return count === 1 ? '1 line' : `${count} lines`;
}

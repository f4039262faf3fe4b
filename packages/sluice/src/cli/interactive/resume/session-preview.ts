import type { StoredSession } from '@sluice/agent';
import { createFileStore, readJournal } from '@sluice/host';
import { earlierLines } from '../log/earlier-lines.ts';
import { sessionRecord } from '../record/session-record.ts';

const MAX_LINES = 200;

/** What was said and done in a session last, as lines. */
export async function sessionPreview({
  cwd,
  directory,
}: Pick<StoredSession, 'cwd' | 'directory'>): Promise<readonly string[]> {
  const { entries } = await readJournal(directory);
  const items = await sessionRecord(entries, createFileStore({ directory }));
  const { storedCallLabel } = await import('../record/stored-call-label.ts');
  const lines = earlierLines(items, await storedCallLabel(cwd), MAX_LINES).map(({ text }) => text);
  return lines.length === 0 ? ['(no messages)'] : lines;
}

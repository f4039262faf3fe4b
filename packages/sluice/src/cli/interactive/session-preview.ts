import { getOwn, type JsonObject } from '@sluice/core';
import type { StoredSession } from '@sluice/agent';
import { createFileStore, readJournal } from '@sluice/host';
import { earlierLines } from './earlier-lines.ts';
import { sessionRecord } from './session-record.ts';

const MAX_LINES = 200;

/** What was said and done in a session last, as lines. */
export async function sessionPreview({
  directory,
}: Pick<StoredSession, 'directory'>): Promise<readonly string[]> {
  const { entries } = await readJournal(directory);
  const items = await sessionRecord(entries, createFileStore({ directory }));
  const lines = earlierLines(items, labelOf, MAX_LINES).map(({ text }) => text);
  return lines.length === 0 ? ['(nothing was said in it)'] : lines;
}

/** The tools of another session aren't at hand: the first text of the input says most about a call. */
function labelOf(name: string, input: JsonObject): string {
  const [first] = Object.keys(input).flatMap((key) => {
    const value = getOwn(input, key);
    return typeof value === 'string' ? [value] : [];
  });
  return first === undefined ? name : `${name} ${first.slice(0, 200).replaceAll(/\s+/g, ' ')}`;
}

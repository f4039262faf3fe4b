import type { JournalEntry } from '../ports/journal-entry.ts';

/** A question of a program to its user about a call. */
export interface JournaledQuestion {
  readonly name: string;
  /** Hex SHA-256 of the input as JSON with sorted keys. */
  readonly input: string;
  /** No message has had the call since then. */
  readonly isOpen: boolean;
}

/** The questions of a session by the ids of their calls, from its journal; the last one about an id counts. */
export function readQuestions(entries: readonly JournalEntry[]): ReadonlyMap<string, JournaledQuestion> {
  const questions = new Map<string, JournaledQuestion>();
  for (const entry of entries) {
    if (entry.type === 'asked')
      questions.set(entry.callId, { name: entry.name, input: entry.input, isOpen: true });
    if (entry.type !== 'received' || entry.parentCallId !== undefined) continue;
    const known = questions.get(entry.callId);
    if (known !== undefined) questions.set(entry.callId, { ...known, isOpen: false });
  }
  return questions;
}

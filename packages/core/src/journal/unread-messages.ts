import type { JournalEntry } from '../ports/journal-entry.ts';

/** A message between agents that no model is known to have. */
export interface UnreadMessage {
  readonly id: string;
  /** The id of an agent. Undefined: the main one. */
  readonly to: string | undefined;
  readonly text: string;
}

/** In the order in which they were sent. */
export function unreadMessages(entries: readonly JournalEntry[]): readonly UnreadMessage[] {
  const unread = new Map<string, UnreadMessage>();
  for (const entry of entries) {
    if (entry.type === 'agent-message') {
      const { id, to, text } = entry;
      unread.set(id, { id, to, text });
    } else if (entry.type === 'agent-messages-read') {
      for (const id of entry.ids) unread.delete(id);
    }
  }
  return [...unread.values()];
}

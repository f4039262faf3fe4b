import { readSession, type JournalEntry, type JournaledCall, type JournalText } from '@sluice/core';

/** An assistant message as recorded in the journal. */
export interface JournaledAnswer {
  readonly type: 'answer';
  readonly messageId: string;
  readonly blocks: { readonly callsBefore: number; readonly content: JournalText }[];
  calls: readonly JournaledCall[];
  additionalContext: JournalText | undefined;
  /** Undefined: the process ended before the message did. */
  end: Extract<JournalEntry, { type: 'assistant' }> | undefined;
  isDiscarded: boolean;
  /** A note for the model, if the message was discarded. */
  note: string | undefined;
}

export type JournalItem =
  | JournaledAnswer
  | Extract<JournalEntry, { type: 'user' }>
  | Extract<JournalEntry, { type: 'compacted' }>;

interface JournalItems {
  /** In the order in which they began. */
  readonly items: readonly JournalItem[];
  /** Results that were replaced by references after they had been sent to the model. */
  readonly references: readonly Extract<JournalEntry, { type: 'replaced' }>[];
}

/** The conversation in a journal. Lines that don't match anything are skipped. */
export function journalItems(entries: readonly JournalEntry[]): JournalItems {
  const items: JournalItem[] = [];
  const answers = new Map<string, JournaledAnswer>();
  /** Messages whose results were sent to the model, and calls whose results were replaced. */
  const sent = new Set<string>();
  const replaced = new Set<string>();
  const references: Extract<JournalEntry, { type: 'replaced' }>[] = [];

  const answerOf = (messageId: string): JournaledAnswer => {
    const known = answers.get(messageId);
    if (known !== undefined) return known;
    const answer: JournaledAnswer = {
      type: 'answer',
      messageId,
      blocks: [],
      calls: [],
      additionalContext: undefined,
      end: undefined,
      isDiscarded: false,
      note: undefined,
    };
    answers.set(messageId, answer);
    items.push(answer);
    return answer;
  };

  for (const entry of entries) {
    switch (entry.type) {
      case 'user':
      case 'compacted':
        items.push(entry);
        break;
      case 'block':
        answerOf(entry.messageId).blocks.push(entry);
        break;
      case 'assistant':
        answerOf(entry.messageId).end = entry;
        break;
      case 'received':
        if (entry.parentCallId === undefined) answerOf(entry.messageId);
        replaced.delete(keyOf(entry));
        break;
      case 'message':
        sent.add(entry.messageId);
        break;
      case 'replaced':
        // The engine replaces a result at most once, before it is sent to the model.
        if (sent.has(entry.messageId) || replaced.has(keyOf(entry))) references.push(entry);
        replaced.add(keyOf(entry));
        break;
      case 'discarded':
        answerOf(entry.messageId).isDiscarded = true;
        break;
      case 'note':
        answerOf(entry.messageId).note = entry.text;
        break;
      default:
        break;
    }
  }
  for (const { messageId, calls, additionalContext } of readSession(entries)) {
    const answer = answers.get(messageId);
    if (answer === undefined) continue;
    answer.calls = calls;
    answer.additionalContext = additionalContext;
  }
  return { items, references };
}

function keyOf({ messageId, callId }: { readonly messageId: string; readonly callId: string }): string {
  return JSON.stringify([messageId, callId]);
}

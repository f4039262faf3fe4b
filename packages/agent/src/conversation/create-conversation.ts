import { type Clock, createJournalWriter, getOwn, type Journal, type ResultStore } from '@sluice/core';
import type { Conversation } from './conversation.ts';
import { JournaledConversation } from './journaled-conversation.ts';
import { createLineWriter } from './line-writer.ts';
import { createMessageList } from './message-list.ts';
import { OpenAnswer } from './open-answer.ts';
import type { ReadConversation } from './read-conversation.ts';

export interface ConversationOptions {
  /** Default: nothing is written. */
  readonly journal?: Journal;
  readonly store: ResultStore;
  readonly clock: Clock;
  /** The result of `readConversation`, to continue from. Default: a new conversation. */
  readonly resumed?: Pick<ReadConversation, 'list'> & Partial<Pick<ReadConversation, 'deferred'>>;
}

const NOT_RESUMED =
  'createConversation: `resumed` must be the awaited result of `readConversation`: `resumed: await readConversation(entries, store)`.';

/**
 * Tracks what the next request carries, and journals it so that `readConversation` restores the same
 * conversation.
 */
export function createConversation({ journal, store, clock, resumed }: ConversationOptions): Conversation {
  if (resumed !== undefined && !isResumed(resumed)) throw new TypeError(NOT_RESUMED);
  return new JournaledConversation({
    lines: createLineWriter(createJournalWriter(journal, store, clock)),
    list: resumed?.list ?? createMessageList(),
    store,
    open: resumed?.deferred && OpenAnswer.of(resumed.deferred),
  });
}

/** Catches mistakes such as a missing `await`, which would silently start a new conversation. */
function isResumed(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const list = getOwn(value, 'list');
  return typeof list === 'object' && list !== null && 'messages' in list;
}

import {
  createConversation,
  readConversation,
  readLateTools,
  type Conversation,
  type ConversationOptions,
  type JournaledLateTools,
} from '@sluice/agent';
import { systemClock, type JournalEntry, type ModelUsage } from '@sluice/core';
import type { LocalRuntime } from '../runtime/local-runtime.ts';

/** A conversation, and how full the window was after its last answer if it was resumed. */
export interface OpenedConversation {
  readonly conversation: Conversation;
  readonly lastUsage: ModelUsage | undefined;
  /** The model has not seen the results of calls that someone has answered. */
  readonly isAnswered: boolean;
  /** Which deferred tools the model knows. */
  readonly journaled: JournaledLateTools;
}

/** The lines of an agent's journal from before a message of its model: what a fork of it starts with. */
export async function conversationBefore(
  messageId: string,
  { runtime }: { readonly runtime: LocalRuntime },
): Promise<readonly JournalEntry[]> {
  const entries = (await runtime.agent.journal?.read())?.entries ?? [];
  const end = entries.findIndex((entry) => 'messageId' in entry && entry.messageId === messageId);
  return end === -1 ? entries : entries.slice(0, end);
}

/**
 * Open calls are settled before the conversation is read, so each call in it has its result.
 *
 * @param before lines of another journal that the conversation begins with
 */
export async function openConversation(
  runtime: LocalRuntime,
  isResumed: boolean,
  before: readonly JournalEntry[] = [],
): Promise<OpenedConversation> {
  const { journal, store } = runtime.agent;
  const base = { store, clock: systemClock, journal };
  if (!isResumed || journal === undefined) return begin(base, before);
  const settling = runtime.run([])[Symbol.asyncIterator]();
  while ((await settling.next()).done !== true);
  const { entries } = await journal.read();
  return restore(base, [...before, ...entries]);
}

type ConversationBase = Pick<ConversationOptions, 'store' | 'clock' | 'journal'>;

async function begin(base: ConversationBase, before: readonly JournalEntry[]): Promise<OpenedConversation> {
  if (before.length > 0) return { ...(await restore(base, before)), isAnswered: false };
  return {
    conversation: createConversation(base),
    lastUsage: undefined,
    isAnswered: false,
    journaled: NO_LATE_TOOLS,
  };
}

async function restore(
  base: ConversationBase,
  entries: readonly JournalEntry[],
): Promise<OpenedConversation> {
  const resumed = await readConversation(entries, base.store);
  return {
    conversation: createConversation({ ...base, resumed }),
    lastUsage: resumed.lastEnd?.usage,
    isAnswered: resumed.isAnswered,
    journaled: await readLateTools(entries, base.store),
  };
}

const NO_LATE_TOOLS: JournaledLateTools = { loaded: new Map(), told: [], declared: undefined };

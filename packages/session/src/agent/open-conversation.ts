import {
  createConversation,
  readConversation,
  readLateTools,
  type Conversation,
  type JournaledLateTools,
} from '@sluice/agent';
import { systemClock, type ModelUsage } from '@sluice/core';
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

/** Open calls are settled before the conversation is read, so each call in it has its result. */
export async function openConversation(
  runtime: LocalRuntime,
  isResumed: boolean,
): Promise<OpenedConversation> {
  const { journal, store } = runtime.agent;
  const base = { store, clock: systemClock, journal };
  if (!isResumed || journal === undefined)
    return {
      conversation: createConversation(base),
      lastUsage: undefined,
      isAnswered: false,
      journaled: NO_LATE_TOOLS,
    };
  const settling = runtime.run([])[Symbol.asyncIterator]();
  while ((await settling.next()).done !== true);
  const { entries } = await journal.read();
  const resumed = await readConversation(entries, store);
  return {
    conversation: createConversation({ ...base, resumed }),
    lastUsage: resumed.lastEnd?.usage,
    isAnswered: resumed.isAnswered,
    journaled: await readLateTools(entries, store),
  };
}

const NO_LATE_TOOLS: JournaledLateTools = { loaded: new Map(), told: [] };

import { present } from '@sluice/base';
import {
  type AssistantBlock,
  boundSession,
  type Clock,
  createJournalWriter,
  getOwn,
  type Journal,
  type ResultStore,
  type UserBlock,
} from '@sluice/core';
import { assistantContent } from './assistant-content.ts';
import { cleanAssistantBlock, cleanUserBlocks } from './clean-blocks.ts';
import type { AssistantDraft, Conversation, Unwritten } from './conversation.ts';
import type { Origin } from './origin.ts';
import { createLineWriter } from './line-writer.ts';
import { createMessageList } from './message-list.ts';
import type { DeferredAnswer, ReadConversation } from './read-conversation.ts';
import { cleanToolUse } from './tool-use.ts';

export interface ConversationOptions {
  /** Default: nothing is written. */
  readonly journal?: Journal;
  readonly store: ResultStore;
  readonly clock: Clock;
  /** The result of `readConversation`, to continue from. Default: a new conversation. */
  readonly resumed?: Pick<ReadConversation, 'list'> & Partial<Pick<ReadConversation, 'deferred'>>;
}

/** An assistant message that is in progress or is waiting for its results. */
interface OpenAnswer {
  readonly messageId: string;
  readonly blocks: AssistantBlock[];
  readonly callIds: Set<string>;
  /** At least one of its lines is in the journal. */
  hasLine: boolean;
  /** Undefined until the message ends. */
  isCut: boolean | undefined;
  /** Calls of it are open. */
  isDeferred: boolean;
  /** User content added in the meantime; it follows the results. */
  readonly held: { readonly blocks: readonly UserBlock[]; readonly origin: Origin }[];
}

type Facts = Parameters<AssistantDraft['end']>[0];

const UNENDED: Facts = {
  model: 'unknown',
  stopReason: 'other: not ended',
  usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
  isCut: true,
};

const NOT_RESUMED =
  'createConversation: `resumed` must be the awaited result of `readConversation`: `resumed: await readConversation(entries, store)`.';

/** Catches mistakes such as a missing `await`, which would silently start a new conversation. */
function isResumed(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const list = getOwn(value, 'list');
  return typeof list === 'object' && list !== null && 'messages' in list;
}

/**
 * Tracks what the next request carries, and journals it so that `readConversation` restores the same
 * conversation.
 */
export function createConversation({ journal, store, clock, resumed }: ConversationOptions): Conversation {
  const lines = createLineWriter(createJournalWriter(journal, store, clock));
  if (resumed !== undefined && !isResumed(resumed)) throw new TypeError(NOT_RESUMED);
  const list = resumed?.list ?? createMessageList();
  let open: OpenAnswer | undefined = reopened(resumed?.deferred);

  const writeBlock = (answer: OpenAnswer, block: AssistantBlock): Promise<Unwritten> => {
    const { messageId, callIds } = answer;
    answer.hasLine = true;
    const callsBefore = callIds.size;
    return lines.writeText(
      JSON.stringify(block),
      (content) => ({ type: 'block', messageId, callsBefore, content }),
      'skip',
    );
  };

  const end = (answer: OpenAnswer, { model, stopReason, usage, isCut }: Facts): Promise<Unwritten> => {
    if (answer !== open || answer.isCut !== undefined) return Promise.resolve(undefined);
    answer.isCut = isCut;
    const { messageId } = answer;
    const cut = isCut ? { isCut: true as const } : {};
    const written = lines.write({ type: 'assistant', messageId, model, stopReason, usage, ...cut });
    if (answer.callIds.size === 0) place([], []);
    return written;
  };

  /** Places the open message, followed by user content added in the meantime. */
  const place: (...after: Parameters<OpenPlacing>) => void = (results, texts) => {
    if (open === undefined) return;
    const { messageId, blocks, isCut = true, held } = open;
    open = undefined;
    list.addAnswer({ messageId, content: assistantContent(blocks, isCut), results, texts });
    sayHeld(held);
  };

  const sayHeld = (held: OpenAnswer['held']): void => {
    for (const { blocks, origin } of held) list.addUser(blocks, origin);
  };

  /** A message that was never ended, or never got its results, is kept as far as it came. */
  const closeOpen = (): void => {
    if (open === undefined) return;
    void end(open, UNENDED);
    place([], []);
  };

  return {
    get messages() {
      return list.messages;
    },
    get resultChars() {
      return list.resultChars;
    },
    addUser(content, origin: Origin, id?: string) {
      const blocks = cleanUserBlocks(content);
      if (blocks.length === 0) return Promise.resolve(undefined);
      if (open === undefined) list.addUser(blocks, origin);
      else {
        // An empty block records in the journal that the message had begun before this was said.
        if (!open.hasLine) void writeBlock(open, { type: 'text', text: '' });
        open.held.push({ blocks, origin });
      }
      return lines.writeText(JSON.stringify(blocks), (kept) => ({
        type: 'user',
        ...present({ id }),
        content: kept,
        origin,
      }));
    },
    beginAssistant(messageId) {
      closeOpen();
      const answer: OpenAnswer = {
        messageId,
        blocks: [],
        callIds: new Set(),
        hasLine: false,
        isCut: undefined,
        isDeferred: false,
        held: [],
      };
      open = answer;
      const isOver = (): boolean => answer !== open || answer.isCut !== undefined;
      return {
        call(block) {
          // Such a call is not run: no result could be paired with it.
          if (isOver() || block.id === '' || answer.callIds.has(block.id)) return;
          answer.callIds.add(block.id);
          answer.blocks.push(cleanToolUse(block));
        },
        async block(block) {
          if (isOver() || block.type === 'tool_use') return undefined;
          const [clean] = cleanAssistantBlock(block);
          if (clean === undefined) return undefined;
          answer.blocks.push(clean);
          return writeBlock(answer, clean);
        },
        end: (facts) => end(answer, facts),
      };
    },
    addResults(messageId, results, spoken) {
      if (open?.messageId !== messageId) return;
      void end(open, UNENDED);
      place(results, spoken);
    },
    defer(messageId) {
      if (open?.messageId === messageId) open.isDeferred = true;
    },
    get deferred() {
      if (open?.isDeferred !== true) return undefined;
      const calls = open.blocks.filter((block) => block.type === 'tool_use');
      return calls.length === 0 ? undefined : { messageId: open.messageId, calls };
    },
    discard(messageId, note) {
      const isOpen = open?.messageId === messageId;
      const held = isOpen ? (open?.held ?? []) : [];
      const isReported = isOpen ? open?.hasLine === true || (open?.callIds.size ?? 0) > 0 : undefined;
      if (isOpen) open = undefined;
      if (isReported ?? list.takeBack(messageId)) void lines.write({ type: 'discarded', messageId });
      if (note !== undefined) list.addUser([{ type: 'text', text: note }], 'note');
      sayHeld(held);
    },
    async compact(summary, keptFrom, trigger) {
      if (summary.trim() === '') return 'The conversation was not compacted: its summary is empty.';
      closeOpen();
      const isKnown = list.messages.some((message) => list.messageIdOf(message) === keptFrom);
      if (keptFrom !== undefined && !isKnown) {
        return `The conversation was not compacted: it has no message ${keptFrom}.`;
      }
      list.compact(summary, keptFrom);
      const from = keptFrom === undefined ? {} : { keptFrom };
      return lines.writeText(
        JSON.stringify(summary),
        (kept) => ({ type: 'compacted', trigger, summary: kept, ...from }),
        'skip',
      );
    },
    messageIdOf: (message) => list.messageIdOf(message),
    saidOf: (block) => list.saidOf(block),
    isStanding: (messageId, callId) => list.isStanding(messageId, callId),
    async boundResults(limitChars) {
      // Skip the scan when nothing can be shortened.
      if (list.resultChars <= limitChars || !list.hasReplaceable) return undefined;
      const references = await boundSession(list.results(), limitChars, store);
      if (references.length === 0) return undefined;
      list.replace(references);
      const written = await Promise.all(
        references.map(({ messageId, callId, content }) =>
          lines.writeText(
            JSON.stringify(content),
            (kept) => ({ type: 'replaced', messageId, callId, content: kept }),
            'skip',
          ),
        ),
      );
      return written.find((problem) => problem !== undefined);
    },
  };
}

/** Reopens what the session left open. */
function reopened(deferred: DeferredAnswer | undefined): OpenAnswer | undefined {
  if (deferred === undefined) return undefined;
  const { messageId, content, held } = deferred;
  const callIds = content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []));
  return {
    messageId,
    blocks: [...content],
    callIds: new Set(callIds),
    hasLine: true,
    isCut: false,
    isDeferred: true,
    held: [...held],
  };
}

type OpenPlacing = (
  results: Parameters<Conversation['addResults']>[1],
  texts: Parameters<Conversation['addResults']>[2],
) => void;

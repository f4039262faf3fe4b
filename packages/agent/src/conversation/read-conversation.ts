import {
  type AssistantBlock,
  type JournalEntry,
  lostNote,
  type ModelMessage,
  parseContent,
  parseSaid,
  readText,
  type ResultStore,
  type SessionReference,
  textOf,
  type UserBlock,
} from '@sluice/core';
import type { Origin } from './origin.ts';
import { journalItems, type JournaledAnswer, type JournalItem } from './journal-items.ts';
import { createMessageList, type MessageList } from './message-list.ts';
import { parseBlock, readAnswer } from './read-journaled-answer.ts';
import { LOST_SUMMARY, LOST_WORDS } from './lost-texts.ts';
import { flattenToText } from './flatten-to-text.ts';

/** A conversation read from a journal. */
export interface ReadConversation {
  readonly messages: readonly ModelMessage[];
  /** Pass this to `createConversation` to continue. */
  readonly list: MessageList;
  /**
   * The last message, if calls of it are open. `messages` excludes it and what was said after it.
   */
  readonly deferred: DeferredAnswer | undefined;
  /** Calls of the last message were suspended, all have their results now, and the model has not seen them. */
  readonly isAnswered: boolean;
  /** Total number of assistant messages, including those before a summary. */
  readonly answers: number;
  /**
   * The last message that ended since the last compaction, if any. Its usage shows how full the window is.
   */
  readonly lastEnd: JournaledAnswer['end'];
}

/** An assistant message that is waiting for its result. */
export interface DeferredAnswer {
  readonly messageId: string;
  readonly content: readonly AssistantBlock[];
  /** User content added in the meantime; it follows the result. */
  readonly held: readonly { readonly blocks: readonly UserBlock[]; readonly origin: Origin }[];
}

type Reader = Pick<ResultStore, 'get'>;

/**
 * Restores the messages of a journal, byte for byte. Calls without a result get one that says the outcome is
 * unknown, so let the engine settle what it can (run it with no calls) before you read the journal.
 */
export async function readConversation(
  entries: readonly JournalEntry[],
  store: Reader,
): Promise<ReadConversation> {
  const { items, references } = journalItems(entries);
  const list = createMessageList();
  const hadThinking = thinkingBefore(items, store);
  const { from, compacted } = whereItBegins(items);
  if (compacted !== undefined) {
    const summary = parseText(await readText(compacted.summary, store));
    list.compact(summary.trim() === '' ? LOST_SUMMARY : summary, undefined);
  }
  let deferred: (DeferredAnswer & { readonly held: Held[] }) | undefined;
  for (let index = from; index < items.length; index += 1) {
    const item = items[index];
    if (item?.type === 'user') {
      const said = await wordsOf(item, store);
      if (deferred === undefined) list.addUser(said.blocks, said.origin);
      else deferred.held.push(said);
    } else if (item?.type === 'answer' && isLeftOpen(items, index)) {
      const { messageId, content } = await readAnswer(item, store);
      deferred = { messageId, content, held: [] };
    } else if (item?.type === 'answer') await add(list, item, store, () => hadThinking(index));
  }
  list.replace(await readReferences(references, store));
  const answers = items.filter((item) => item.type === 'answer' && !item.isDiscarded).length;
  const last = items.findLast(
    (item) => item.type === 'compacted' || (item.type === 'answer' && item.end !== undefined),
  );
  return {
    get messages() {
      return list.messages;
    },
    list,
    deferred,
    isAnswered: isAnswered(items),
    answers,
    lastEnd: last?.type === 'answer' ? last.end : undefined,
  };
}

async function readReferences(
  lines: ReturnType<typeof journalItems>['references'],
  store: Reader,
): Promise<readonly SessionReference[]> {
  const references: SessionReference[] = [];
  for (const { messageId, callId, content } of lines) {
    const text = parseText(await readText(content, store));
    if (text !== '') references.push({ messageId, callId, content: text });
  }
  return references;
}

/** The last summary replaces everything before what it kept, including earlier summaries. */
function whereItBegins(items: readonly JournalItem[]) {
  const at = items.findLastIndex(({ type }) => type === 'compacted');
  const compacted = items[at];
  if (compacted?.type !== 'compacted') return { from: 0, compacted: undefined };
  const kept = items.findIndex(
    (item) => item.type === 'answer' && item.messageId === compacted.keptFrom && !item.isDiscarded,
  );
  return { from: kept === -1 || kept > at ? at : kept, compacted };
}

async function add(
  list: MessageList,
  answer: JournaledAnswer,
  store: Reader,
  hadThinking: () => Promise<boolean>,
): Promise<void> {
  if (answer.isDiscarded) {
    const note = answer.note ?? lostNote(answer);
    if (note !== undefined) list.addUser([{ type: 'text', text: note }], 'note');
    return;
  }
  const read = await readAnswer(answer, store);
  if (answer.end === undefined && lacksThinking(read.content) && (await hadThinking())) {
    list.addUser(flattenToText(read), 'note');
  } else list.addAnswer(read);
}

function lacksThinking(content: readonly AssistantBlock[]): boolean {
  const firstCall = content.findIndex(({ type }) => type === 'tool_use');
  return firstCall !== -1 && !content.slice(0, firstCall).some(isThinking);
}

function isThinking(block: AssistantBlock): boolean {
  return block.type === 'opaque' && block.kind === 'thinking';
}

/**
 * Whether the model that last spoke before an item sent thinking before its calls; if so, it requires
 * thinking in each such message. Computed only when needed, once per item.
 */
function thinkingBefore(items: readonly JournalItem[], store: Reader): (index: number) => Promise<boolean> {
  const models = new Set<string>();
  let last: string | undefined;
  let next = 0;
  return async (index) => {
    for (; next < index; next += 1) {
      const item = items[next];
      if (item?.type !== 'answer' || item.end === undefined || item.isDiscarded) continue;
      last = item.end.model;
      for (const { content } of models.has(last) ? [] : item.blocks) {
        if (parseBlock(await readText(content, store)).some(isThinking)) models.add(last);
      }
    }
    return last !== undefined && models.has(last);
  };
}

type Held = DeferredAnswer['held'][number];

/** A call of it is open, and the model has not responded since. */
function isLeftOpen(items: readonly JournalItem[], index: number): boolean {
  const item = items[index];
  if (item?.type !== 'answer' || item.isDiscarded || item.end === undefined || item.end.isCut === true)
    return false;
  if (!item.calls.some(({ isDeferred }) => isDeferred)) return false;
  return items.slice(index + 1).every(({ type }) => type === 'user');
}

function isAnswered(items: readonly JournalItem[]): boolean {
  const last = items.findLast(({ type }) => type !== 'user');
  return (
    last?.type === 'answer' &&
    !last.isDiscarded &&
    last.calls.some(({ ask }) => ask !== undefined) &&
    last.calls.every(({ settled }) => settled !== undefined)
  );
}

async function wordsOf(
  { content, origin }: Extract<JournalItem, { type: 'user' }>,
  store: Reader,
): Promise<Held> {
  const words = parseSaid(await readText(content, store));
  if (words === undefined) return { blocks: [{ type: 'text', text: LOST_WORDS }], origin: 'note' };
  return { blocks: typeof words === 'string' ? [{ type: 'text', text: words }] : words, origin };
}

function parseText(json: string | undefined): string {
  const content = parseContent(json);
  return content === undefined ? '' : textOf(content);
}

import { present } from '@sluice/base';
import {
  type AssistantBlock,
  boundSession,
  type ModelMessage,
  type ResultStore,
  type SpokenText,
  type ToolResultBlock,
  type UserBlock,
} from '@sluice/core';
import { assistantContent } from './assistant-content.ts';
import { cleanAssistantBlock, cleanUserBlocks } from './clean-blocks.ts';
import type { AssistantDraft, Conversation, Unwritten } from './conversation.ts';
import type { LineWriter } from './line-writer.ts';
import type { MessageList, Said } from './message-list.ts';
import { OpenAnswer, type HeldContent } from './open-answer.ts';
import type { Origin } from './origin.ts';
import { cleanToolUse, type ToolUse } from './tool-use.ts';

type AnswerEnd = Parameters<AssistantDraft['end']>[0];

const UNENDED: AnswerEnd = {
  model: 'unknown',
  stopReason: 'other: not ended',
  usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
  isCut: true,
};

interface ConversationParts {
  readonly lines: LineWriter;
  readonly list: MessageList;
  readonly store: ResultStore;
  /** What the session left open, if it is resumed. */
  readonly open: OpenAnswer | undefined;
}

/** A list of messages, at most one message in progress, and the journal that all of it is written to. */
export class JournaledConversation implements Conversation {
  readonly #lines: LineWriter;
  readonly #list: MessageList;
  readonly #store: ResultStore;
  #open: OpenAnswer | undefined;

  constructor({ lines, list, store, open }: ConversationParts) {
    this.#lines = lines;
    this.#list = list;
    this.#store = store;
    this.#open = open;
  }

  get messages(): readonly ModelMessage[] {
    return this.#list.messages;
  }

  get resultChars(): number {
    return this.#list.resultChars;
  }

  get deferred(): { readonly messageId: string; readonly calls: readonly ToolUse[] } | undefined {
    if (this.#open?.isDeferred !== true) return undefined;
    const calls = this.#open.blocks.filter((block) => block.type === 'tool_use');
    return calls.length === 0 ? undefined : { messageId: this.#open.messageId, calls };
  }

  addUser(content: readonly UserBlock[], origin: Origin, id?: string): Promise<Unwritten> {
    const blocks = cleanUserBlocks(content);
    if (blocks.length === 0) return Promise.resolve(undefined);
    if (this.#open === undefined) this.#list.addUser(blocks, origin);
    else {
      // An empty block records in the journal that the message had begun before this was said.
      if (!this.#open.hasLine) void this.#writeBlock(this.#open, { type: 'text', text: '' });
      this.#open.held.push({ blocks, origin });
    }
    return this.#lines.writeText(JSON.stringify(blocks), (kept) => ({
      type: 'user',
      ...present({ id }),
      content: kept,
      origin,
    }));
  }

  beginAssistant(messageId: string): AssistantDraft {
    this.#closeOpen();
    const answer = new OpenAnswer(messageId);
    this.#open = answer;
    const isOver = (): boolean => answer !== this.#open || answer.isCut !== undefined;
    return {
      call(block) {
        // Such a call is not run: no result could be paired with it.
        if (isOver() || block.id === '' || answer.callIds.has(block.id)) return;
        answer.callIds.add(block.id);
        answer.blocks.push(cleanToolUse(block));
      },
      block: async (block) => {
        if (isOver() || block.type === 'tool_use') return undefined;
        const [clean] = cleanAssistantBlock(block);
        if (clean === undefined) return undefined;
        answer.blocks.push(clean);
        return this.#writeBlock(answer, clean);
      },
      end: (end) => this.#end(answer, end),
    };
  }

  addResults(messageId: string, results: readonly ToolResultBlock[], spoken: readonly SpokenText[]): void {
    if (this.#open?.messageId !== messageId) return;
    void this.#end(this.#open, UNENDED);
    this.#place(results, spoken);
  }

  defer(messageId: string): void {
    if (this.#open?.messageId === messageId) this.#open.isDeferred = true;
  }

  discard(messageId: string, note: string | undefined): void {
    const answer = this.#open?.messageId === messageId ? this.#open : undefined;
    if (answer !== undefined) this.#open = undefined;
    const isWritten = answer === undefined ? this.#list.takeBack(messageId) : answer.isWritten;
    if (isWritten) void this.#lines.write({ type: 'discarded', messageId });
    if (note !== undefined) this.#list.addUser([{ type: 'text', text: note }], 'note');
    this.#addHeld(answer?.held ?? []);
  }

  async compact(
    summary: string,
    keptFrom: string | undefined,
    trigger: 'auto' | 'manual',
  ): Promise<Unwritten> {
    if (summary.trim() === '') return 'The conversation was not compacted: its summary is empty.';
    this.#closeOpen();
    const isKnown = this.messages.some((message) => this.messageIdOf(message) === keptFrom);
    if (keptFrom !== undefined && !isKnown) {
      return `The conversation was not compacted: it has no message ${keptFrom}.`;
    }
    this.#list.compact(summary, keptFrom);
    return this.#lines.writeText(
      JSON.stringify(summary),
      (kept) => ({ type: 'compacted', trigger, summary: kept, ...present({ keptFrom }) }),
      'skip',
    );
  }

  messageIdOf(message: ModelMessage): string | undefined {
    return this.#list.messageIdOf(message);
  }

  saidOf(block: UserBlock): Said | undefined {
    return this.#list.saidOf(block);
  }

  isStanding(messageId: string, callId: string): boolean {
    return this.#list.isStanding(messageId, callId);
  }

  async boundResults(limitChars: number): Promise<Unwritten> {
    // Skip the scan when nothing can be shortened.
    if (this.#list.resultChars <= limitChars || !this.#list.hasReplaceable) return undefined;
    const references = await boundSession(this.#list.results(), limitChars, this.#store);
    if (references.length === 0) return undefined;
    this.#list.replace(references);
    const written = await Promise.all(
      references.map(({ messageId, callId, content }) =>
        this.#lines.writeText(
          JSON.stringify(content),
          (kept) => ({ type: 'replaced', messageId, callId, content: kept }),
          'skip',
        ),
      ),
    );
    return written.find((problem) => problem !== undefined);
  }

  #writeBlock(answer: OpenAnswer, block: AssistantBlock): Promise<Unwritten> {
    const { messageId, callIds } = answer;
    answer.hasLine = true;
    const callsBefore = callIds.size;
    return this.#lines.writeText(
      JSON.stringify(block),
      (content) => ({ type: 'block', messageId, callsBefore, content }),
      'skip',
    );
  }

  #end(answer: OpenAnswer, { model, stopReason, usage, isCut }: AnswerEnd): Promise<Unwritten> {
    if (answer !== this.#open || answer.isCut !== undefined) return Promise.resolve(undefined);
    answer.isCut = isCut;
    const { messageId } = answer;
    const cut = present({ isCut: isCut ? (true as const) : undefined });
    const counts = { ...usage, details: undefined };
    const written = this.#lines.write({
      type: 'assistant',
      messageId,
      model,
      stopReason,
      usage: counts,
      ...cut,
    });
    if (answer.callIds.size === 0) this.#place([], []);
    return written;
  }

  /** Places the open message, followed by user content added in the meantime. */
  #place(results: readonly ToolResultBlock[], texts: readonly SpokenText[]): void {
    if (this.#open === undefined) return;
    const { messageId, blocks, isCut = true, held } = this.#open;
    this.#open = undefined;
    this.#list.addAnswer({ messageId, content: assistantContent(blocks, isCut), results, texts });
    this.#addHeld(held);
  }

  #addHeld(held: readonly HeldContent[]): void {
    for (const { blocks, origin } of held) this.#list.addUser(blocks, origin);
  }

  /** A message that was never ended, or never got its results, is kept as far as it came. */
  #closeOpen(): void {
    if (this.#open === undefined) return;
    void this.#end(this.#open, UNENDED);
    this.#place([], []);
  }
}

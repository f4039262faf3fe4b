import {
  type AssistantBlock,
  type ModelMessage,
  type SessionReference,
  type SessionResult,
  type SpokenText,
  type ToolResultBlock,
  type UserBlock,
} from '@sluice/core';
import { cleanUserBlocks, spokenBlock, textBlocks, type SpokenBlock } from './clean-blocks.ts';
import { ListedResults } from './listed-results.ts';
import type { Origin } from './origin.ts';
import type { Speaker } from './marked-text.ts';
import { matchResults } from './match-results.ts';
import { LOST_BEGINNING } from './lost-texts.ts';
import type { ToolUse } from './tool-use.ts';

/** A complete assistant message. */
export interface Answer {
  readonly messageId: string;
  readonly content: readonly AssistantBlock[];
  readonly results: readonly ToolResultBlock[];
  /** What follows the results: messages added by tools, then by hooks. */
  readonly texts: readonly SpokenText[];
}

/** The original content of a block in a user message. */
export interface Said {
  readonly speaker: Origin | Speaker;
  /** The tool that added it, if any. */
  readonly toolName?: string | undefined;
  /** Without the mark that the model sees. */
  readonly block: SpokenBlock;
}

/**
 * Messages that can always be sent: the first is the user's, roles alternate, none is empty, and each call
 * has its result. Appending costs only what is new; changing an earlier message creates a new list.
 */
export interface MessageList {
  readonly messages: readonly ModelMessage[];
  /** UTF-16 units of all results. */
  readonly resultChars: number;
  /** At least one result can become a reference. */
  readonly hasReplaceable: boolean;
  addUser(blocks: readonly UserBlock[], origin: Origin): void;
  addAnswer(answer: Answer): void;
  /** Removes the last message if it has this id and no calls. */
  takeBack(messageId: string): boolean;
  /** The id of an assistant message. Consecutive ones are merged under the id of the first. */
  messageIdOf(message: ModelMessage): string | undefined;
  /** The origin of a block. Undefined: the block is a result, or is not in a user message. */
  saidOf(block: UserBlock): Said | undefined;
  /** The result is in the list unchanged. */
  isStanding(messageId: string, callId: string): boolean;
  /** `keptFrom`: the first message to keep; undefined: none. */
  compact(summary: string, keptFrom: string | undefined): void;
  /** In order, for `boundSession`. */
  results(): readonly SessionResult[];
  /** Each result is replaced at most once; later replacements are ignored. */
  replace(references: readonly SessionReference[]): void;
}

export function createMessageList(): MessageList {
  return new AlternatingMessages();
}

class AlternatingMessages implements MessageList {
  #messages: ModelMessage[] = [];
  readonly #results = new ListedResults();
  /** Of assistant messages. */
  readonly #ids = new WeakMap<ModelMessage, string>();
  readonly #said = new WeakMap<UserBlock, Said>();

  get messages(): readonly ModelMessage[] {
    return this.#messages;
  }

  get resultChars(): number {
    return this.#results.chars;
  }

  get hasReplaceable(): boolean {
    return this.#results.replaceable > 0;
  }

  addUser(blocks: readonly UserBlock[], origin: Origin): void {
    this.#addSpoken(cleanUserBlocks(blocks), origin);
  }

  addAnswer({ messageId, content, results, texts }: Answer): void {
    if (content.length > 0) {
      this.#addAssistant(messageId, content);
      const calls = content.filter((block): block is ToolUse => block.type === 'tool_use');
      if (calls.length > 0) {
        const matched = matchResults(calls, results);
        this.#results.add(messageId, matched);
        this.#messages.push({ role: 'user', content: matched });
      }
    }
    for (const { text, speaker, toolName } of texts) this.#addSpoken(textBlocks(text), speaker, toolName);
  }

  takeBack(messageId: string): boolean {
    const last = this.#messages.at(-1);
    if (last?.role !== 'assistant' || this.messageIdOf(last) !== messageId) return false;
    this.#messages.pop();
    return true;
  }

  messageIdOf(message: ModelMessage): string | undefined {
    return this.#ids.get(message);
  }

  saidOf(block: UserBlock): Said | undefined {
    return this.#said.get(block);
  }

  isStanding(messageId: string, callId: string): boolean {
    return this.#results.isStanding(messageId, callId);
  }

  compact(summary: string, keptFrom: string | undefined): void {
    const from =
      keptFrom === undefined
        ? -1
        : this.#messages.findIndex((message) => this.messageIdOf(message) === keptFrom);
    const kept = from === -1 ? [] : this.#messages.slice(from);
    this.#messages = [];
    this.#addSpoken(textBlocks(summary), 'summary');
    this.#messages.push(...kept);
    this.#results.keepOnly(this.#messages.flatMap(resultsOf));
  }

  results(): readonly SessionResult[] {
    return this.#messages.flatMap(resultsOf).map((result) => this.#results.described(result));
  }

  replace(references: readonly SessionReference[]): void {
    if (references.length === 0) return;
    const replaced = this.#results.replacing(references);
    this.#messages = this.#messages.map((message) => {
      if (message.role !== 'user') return message;
      const content = message.content.map((block) =>
        block.type === 'tool_result' ? replaced(block) : block,
      );
      const isChanged = content.some((block, index) => block !== message.content[index]);
      return isChanged ? { role: 'user', content } : message;
    });
  }

  #addSpoken(unmarked: readonly SpokenBlock[], speaker: Said['speaker'], toolName?: string): void {
    if (unmarked.length === 0) return;
    const blocks = unmarked.map((block) => {
      const spoken = spokenBlock(block, speaker, toolName);
      this.#said.set(spoken, { speaker, toolName, block });
      return spoken;
    });
    const last = this.#messages.at(-1);
    if (last?.role === 'user') this.#replaceLast({ role: 'user', content: [...last.content, ...blocks] });
    else this.#messages.push({ role: 'user', content: blocks });
  }

  #addAssistant(messageId: string, content: readonly AssistantBlock[]): void {
    const last = this.#messages.at(-1);
    if (last === undefined) this.#addSpoken(textBlocks(LOST_BEGINNING), 'note');
    if (last?.role === 'assistant') {
      const joined: ModelMessage = { role: 'assistant', content: [...last.content, ...content] };
      this.#ids.set(joined, this.messageIdOf(last) ?? messageId);
      this.#replaceLast(joined);
    } else {
      const message: ModelMessage = { role: 'assistant', content };
      this.#ids.set(message, messageId);
      this.#messages.push(message);
    }
  }

  #replaceLast(message: ModelMessage): void {
    this.#messages[this.#messages.length - 1] = message;
  }
}

function resultsOf(message: ModelMessage): readonly ToolResultBlock[] {
  return message.role === 'user' ? message.content.filter((block) => block.type === 'tool_result') : [];
}

import {
  type AssistantBlock,
  isWorthReference,
  type ModelMessage,
  type SessionReference,
  type SessionResult,
  type SpokenText,
  textLength,
  type ToolResultBlock,
  type UserBlock,
} from '@sluice/core';
import { cleanUserBlocks, spokenBlock, textBlocks, type SpokenBlock } from './clean-blocks.ts';
import type { Origin } from './origin.ts';
import type { Speaker } from './marked-text.ts';
import { matchResults } from './match-results.ts';
import { LOST_BEGINNING } from './texts.ts';
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
  let messages: ModelMessage[] = [];
  let resultChars = 0;
  let replaceable = 0;
  const ids = new WeakMap<ModelMessage, string>();
  /**
   * The message that owns each result. Call ids are unique only within a message, and messages may be merged.
   */
  const owners = new WeakMap<ToolResultBlock, string>();
  const replaced = new WeakSet<ToolResultBlock>();
  /** Results that are in the list unchanged, by `keyOf`. */
  const standing = new Set<string>();
  const keyOfBlock = (block: ToolResultBlock): string => keyOf(owners.get(block) ?? '', block.tool_use_id);
  const countReplaceable = (blocks: readonly (UserBlock | AssistantBlock)[]): number =>
    blocks.filter(
      (block) => block.type === 'tool_result' && !replaced.has(block) && isWorthReference(block.content),
    ).length;

  const push = (message: ModelMessage): void => void messages.push(message);

  const said = new WeakMap<UserBlock, Said>();
  const addSpoken = (unmarked: readonly SpokenBlock[], speaker: Said['speaker'], toolName?: string): void => {
    if (unmarked.length === 0) return;
    const blocks = unmarked.map((block) => {
      const spoken = spokenBlock(block, speaker, toolName);
      said.set(spoken, { speaker, toolName, block });
      return spoken;
    });
    const last = messages.at(-1);
    if (last?.role !== 'user') push({ role: 'user', content: blocks });
    else messages[messages.length - 1] = { role: 'user', content: [...last.content, ...blocks] };
  };

  const addAssistant = (messageId: string, content: readonly AssistantBlock[]): void => {
    const last = messages.at(-1);
    if (last === undefined) addSpoken(textBlocks(LOST_BEGINNING), 'note');
    const isJoined = last?.role === 'assistant';
    const message: ModelMessage = {
      role: 'assistant',
      content: isJoined ? [...last.content, ...content] : content,
    };
    ids.set(message, (isJoined ? ids.get(last) : undefined) ?? messageId);
    if (isJoined) messages[messages.length - 1] = message;
    else push(message);
  };

  return {
    get messages() {
      return messages;
    },
    get resultChars() {
      return resultChars;
    },
    get hasReplaceable() {
      return replaceable > 0;
    },
    addUser: (blocks, origin) => addSpoken(cleanUserBlocks(blocks), origin),
    addAnswer({ messageId, content, results, texts }) {
      if (content.length > 0) {
        addAssistant(messageId, content);
        const calls = content.filter((block): block is ToolUse => block.type === 'tool_use');
        if (calls.length > 0) {
          const matched = matchResults(calls, results);
          for (const result of matched) {
            owners.set(result, messageId);
            standing.add(keyOfBlock(result));
          }
          resultChars += charsOf(matched);
          replaceable += countReplaceable(matched);
          push({ role: 'user', content: matched });
        }
      }
      for (const { text, speaker, toolName } of texts) addSpoken(textBlocks(text), speaker, toolName);
    },
    takeBack(messageId) {
      const last = messages.at(-1);
      if (last?.role !== 'assistant' || ids.get(last) !== messageId) return false;
      messages.pop();
      return true;
    },
    messageIdOf: (message) => ids.get(message),
    saidOf: (block) => said.get(block),
    isStanding: (messageId, callId) => standing.has(keyOf(messageId, callId)),
    compact(summary, keptFrom) {
      const from =
        keptFrom === undefined ? -1 : messages.findIndex((message) => ids.get(message) === keptFrom);
      const kept = from === -1 ? [] : messages.slice(from);
      messages = [];
      addSpoken(textBlocks(summary), 'summary');
      messages.push(...kept);
      standing.clear();
      for (const result of messages.flatMap(resultsOf)) {
        if (!replaced.has(result)) standing.add(keyOfBlock(result));
      }
      resultChars = messages.reduce((sum, { content }) => sum + charsOf(content), 0);
      replaceable = messages.reduce((sum, { content }) => sum + countReplaceable(content), 0);
    },
    results: () =>
      messages.flatMap(resultsOf).map((result) => ({
        messageId: owners.get(result) ?? '',
        callId: result.tool_use_id,
        content: result.content,
        isReplaced: replaced.has(result),
      })),
    replace(references) {
      if (references.length === 0) return;
      const wanted = new Map<string, string>();
      for (const { messageId, callId, content } of references) {
        const key = keyOf(messageId, callId);
        if (!wanted.has(key)) wanted.set(key, content);
      }
      messages = messages.map((message) => {
        if (message.role !== 'user') return message;
        let isChanged = false;
        const content = message.content.map((block) => {
          if (block.type !== 'tool_result' || replaced.has(block)) return block;
          const messageId = owners.get(block) ?? '';
          const reference = wanted.get(keyOf(messageId, block.tool_use_id));
          if (reference === undefined) return block;
          isChanged = true;
          replaceable -= countReplaceable([block]);
          const changed = { ...block, content: reference };
          owners.set(changed, messageId);
          replaced.add(changed);
          standing.delete(keyOfBlock(changed));
          resultChars += charsOf([changed]) - charsOf([block]);
          return changed;
        });
        return isChanged ? { role: 'user', content } : message;
      });
    },
  };
}

function resultsOf(message: ModelMessage): readonly ToolResultBlock[] {
  return message.role === 'user' ? message.content.filter((block) => block.type === 'tool_result') : [];
}

function charsOf(blocks: readonly (UserBlock | AssistantBlock)[]): number {
  return blocks.reduce(
    (sum, block) => sum + (block.type === 'tool_result' ? textLength(block.content) : 0),
    0,
  );
}

function keyOf(messageId: string, callId: string): string {
  return JSON.stringify([messageId, callId]);
}

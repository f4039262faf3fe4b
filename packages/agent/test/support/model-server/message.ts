import { createHash } from 'node:crypto';
import type { JsonObject, ModelUsage, StopReason } from '@sluice/core';
import type { Api } from './api.ts';
import type { Block, MessageAnswer, Piece } from './script.ts';

/** A scripted message with all its defaults filled in. */
export interface Message {
  readonly id: string;
  readonly model: string;
  readonly blocks: readonly MessageBlock[];
  readonly stopReason: StopReason;
  readonly usage: ModelUsage;
}

export type MessageBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string; readonly signature: string }
  | { readonly type: 'redacted'; readonly data: string }
  | {
      readonly type: 'call';
      readonly id: string;
      readonly hasOwnId: boolean;
      readonly name: string;
      readonly namespace?: string | undefined;
      readonly input: JsonObject;
      /** The text of the input as it is sent. */
      readonly json: string;
    };

/** `id` makes those of the message and of its calls unlike all others. */
export function messageOf(answer: MessageAnswer, api: Api, model: string, id: string): Message {
  const scripted = answer.content.filter((item) => isBlock(item));
  const blocks = scripted.map((block, index) => blockOf(block, api, `${id}${index}`));
  const hasCall = blocks.some(({ type }) => type === 'call');
  return {
    id: answer.id ?? `${MESSAGE_PREFIX[api]}${id}`,
    model: answer.model ?? model,
    blocks,
    stopReason: answer.stopReason ?? (hasCall ? 'tool_use' : 'end_turn'),
    usage: { ...DEFAULT_USAGE, ...answer.usage },
  };
}

export const DEFAULT_USAGE: ModelUsage = {
  inputTokens: 100,
  outputTokens: 10,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
};

const MESSAGE_PREFIX: Readonly<Record<Api, string>> = {
  anthropic: 'msg_',
  'openai-chat': 'chatcmpl-',
  'openai-responses': 'resp_',
  gemini: '',
};

const CALL_PREFIX: Readonly<Record<Api, string>> = {
  anthropic: 'toolu_',
  'openai-chat': 'call_',
  'openai-responses': 'call_',
  gemini: 'call_',
};

function blockOf(block: Block, api: Api, id: string): MessageBlock {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: textOf(block.text) };
    case 'thinking': {
      const text = textOf(block.text);
      return { type: 'thinking', text, signature: block.signature ?? signatureOf(text) };
    }
    case 'redacted':
      return { type: 'redacted', data: block.data };
    case 'call': {
      const { name, namespace, input } = block;
      const hasOwnId = block.id !== undefined;
      const json = block.pieces === undefined ? JSON.stringify(input) : textOf(block.pieces);
      return {
        type: 'call',
        id: block.id ?? `${CALL_PREFIX[api]}${id}`,
        hasOwnId,
        name,
        namespace,
        input,
        json,
      };
    }
    default:
      return block satisfies never;
  }
}

export function isBlock(item: MessageAnswer['content'][number]): item is Block {
  return item.type === 'text' || item.type === 'thinking' || item.type === 'redacted' || item.type === 'call';
}

export function textOf(text: string | readonly Piece[]): string {
  if (typeof text === 'string') return text;
  return text.filter((piece) => typeof piece === 'string').join('');
}

/** Follows from the text, so that a changed text is seen by any server, also one that was started later. */
export function signatureOf(text: string): string {
  return createHash('sha256').update(`scripted model server\n${text}`).digest('base64');
}

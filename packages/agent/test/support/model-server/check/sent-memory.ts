import type { Api } from '../api.ts';
import { callPart, signaturesOf } from '../encode/gemini.ts';
import { responseItems } from '../encode/openai-responses.ts';
import type { Message } from '../message.ts';
import { textAt } from './read.ts';

/** What the server has sent, to hold against what comes back. */
export interface SentMemory {
  add(api: Api, message: Message, isWhole: boolean): void;
  /** The message that held this call. */
  messageOf(callId: string): { readonly message: Message; readonly isWhole: boolean } | undefined;
  /** The signatures that a part of Gemini was sent with, by the JSON of its call. */
  readonly partSignatures: ReadonlyMap<string, ReadonlySet<unknown>>;
  /** The reasoning items that were sent whole, by their ids, as JSON. */
  readonly reasoning: ReadonlyMap<string, string>;
}

export function createSentMemory(): SentMemory {
  const byCall = new Map<string, { readonly message: Message; readonly isWhole: boolean }>();
  const partSignatures = new Map<string, Set<unknown>>();
  const reasoning = new Map<string, string>();
  return {
    partSignatures,
    reasoning,
    messageOf: (callId) => byCall.get(callId),
    add(api, message, isWhole) {
      const signatures = signaturesOf(message);
      for (const block of message.blocks) {
        if (block.type !== 'call') continue;
        byCall.set(block.id, { message, isWhole });
        if (api !== 'gemini') continue;
        const { functionCall, thoughtSignature } = callPart(block, signatures);
        const key = JSON.stringify(functionCall);
        const known = partSignatures.get(key) ?? new Set<unknown>();
        partSignatures.set(key, known.add(thoughtSignature));
      }
      if (api !== 'openai-responses') return;
      for (const item of responseItems(message)) {
        if (item['type'] === 'reasoning') reasoning.set(textAt(item, 'id'), JSON.stringify(item));
      }
    },
  };
}

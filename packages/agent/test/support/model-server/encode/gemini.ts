import type { JsonObject } from '@sluice/core';
import type { Message, MessageBlock } from '../message.ts';
import type { ApiForm } from './encoder.ts';

export const geminiForm: ApiForm = {
  createEncoder(message, { isArray }) {
    let hasBegun = false;
    const chunk = (fields: JsonObject): string => {
      const json = JSON.stringify(fields);
      if (!isArray) return `data: ${json}\r\n\r\n`;
      const before = hasBegun ? ',\r\n' : '[';
      hasBegun = true;
      return before + json;
    };
    const part = (fields: JsonObject): string =>
      chunk(answerOf(message, [{ content: { parts: [fields], role: 'model' }, index: 0 }]));
    const signatures = signaturesOf(message);
    return {
      start: () => '',
      open: () => '',
      piece(block, _index, text) {
        if (block.type === 'text') return part({ text });
        return block.type === 'thinking' ? part({ text, thought: true }) : '';
      },
      close: (block) => (block.type === 'call' ? part(callPart(block, signatures)) : ''),
      end: () => chunk(answerOf(message, [lastCandidate(message, signatures)])) + (isArray ? ']' : ''),
      ping: () => (isArray ? '\n' : ': ping\n\n'),
      error: (error) => chunk(geminiForm.errorBody(503, error)) + (isArray ? ']' : ''),
    };
  },
  whole(message) {
    const signatures = signaturesOf(message);
    const parts = message.blocks.flatMap((block): JsonObject[] => {
      if (block.type === 'text') return [{ text: block.text }];
      if (block.type === 'thinking') return [{ text: block.text, thought: true }];
      return block.type === 'call' ? [callPart(block, signatures)] : [];
    });
    const last = lastCandidate(message, signatures);
    return answerOf(message, [{ ...last, content: { parts, role: 'model' } }]);
  },
  errorBody: (status, { type, message }) => ({ error: { code: status, message, status: type } }),
};

/** The signature of a thought is at the call that follows it. */
export function signaturesOf({ blocks }: Message): ReadonlyMap<MessageBlock, string> {
  const signatures = new Map<MessageBlock, string>();
  let pending: string | undefined;
  for (const block of blocks) {
    if (block.type === 'thinking') pending = block.signature;
    if (block.type !== 'call' || pending === undefined) continue;
    signatures.set(block, pending);
    pending = undefined;
  }
  return signatures;
}

export function callPart(
  block: Extract<MessageBlock, { type: 'call' }>,
  signatures: ReadonlyMap<MessageBlock, string>,
): JsonObject {
  const { name, input, id, hasOwnId } = block;
  const signature = signatures.get(block);
  return {
    functionCall: { ...(hasOwnId ? { id } : {}), name, args: input },
    ...(signature === undefined ? {} : { thoughtSignature: signature }),
  };
}

const FINISH_REASONS: ReadonlyMap<string, string> = new Map([
  ['end_turn', 'STOP'],
  ['tool_use', 'STOP'],
  ['stop_sequence', 'STOP'],
  ['max_tokens', 'MAX_TOKENS'],
  ['refusal', 'SAFETY'],
]);

/** A thought that no call follows gives its signature in an empty text at the end. */
function lastCandidate(message: Message, signatures: ReadonlyMap<MessageBlock, string>): JsonObject {
  const thought = message.blocks.findLast((block) => block.type === 'thinking');
  const isLoose = thought !== undefined && ![...signatures.values()].includes(thought.signature);
  const part = { text: '', ...(isLoose ? { thoughtSignature: thought.signature } : {}) };
  const finishReason = FINISH_REASONS.get(message.stopReason) ?? message.stopReason;
  return { content: { parts: [part], role: 'model' }, finishReason, index: 0 };
}

function answerOf({ id, model, usage }: Message, candidates: readonly JsonObject[]): JsonObject {
  const promptTokenCount = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
  return {
    candidates,
    usageMetadata: {
      promptTokenCount,
      candidatesTokenCount: usage.outputTokens,
      totalTokenCount: promptTokenCount + usage.outputTokens,
      cachedContentTokenCount: usage.cacheReadTokens,
    },
    modelVersion: model,
    responseId: id,
  };
}

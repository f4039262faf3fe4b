import type { AssistantBlock, JsonObject } from '@sluice/core';
import * as fc from 'fast-check';
import type { StreamFormat } from '../../../src/index.ts';

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
/** As parsed JSON is: -0 is 0, and every object an ordinary one. */
const input: fc.Arbitrary<JsonObject> = fc
  .dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
  .map((value) => JSON.parse(JSON.stringify(value)));

const opaqueBlock: Record<StreamFormat, fc.Arbitrary<JsonObject>> = {
  anthropic: fc.record({
    type: fc.constant('thinking'),
    thinking: text,
    signature: fc.base64String({ minLength: 4 }),
  }),
  'openai-chat': fc.record({ reasoning_content: text }),
  'openai-responses': fc.record({
    type: fc.constant('reasoning'),
    id: fc.constant('rs_1'),
    encrypted_content: fc.base64String({ minLength: 4 }),
  }),
  gemini: fc.record({ text, thought: fc.constant(true) }),
  'gemini-interactions': fc.record({
    type: fc.constant('thought'),
    summary: text.map((value) => [{ type: 'text', text: value }]),
    signature: fc.base64String({ minLength: 4 }),
  }),
};

/** An assistant message as the API can send it: neighboring texts, and neighboring thoughts, are one. */
export function randomMessage(format: StreamFormat): fc.Arbitrary<readonly AssistantBlock[]> {
  const texts = text.map((value): AssistantBlock => ({ type: 'text', text: value }));
  const thoughts = opaqueBlock[format].map((block): AssistantBlock => ({
    type: 'opaque',
    api: format,
    kind: 'thinking',
    block,
  }));
  const calls = fc
    .record({ name: fc.constantFrom('Read', 'Bash', 'constructor'), input })
    .map((call): AssistantBlock => ({ type: 'tool_use', id: '', ...call }));
  const signed = calls.map((call): AssistantBlock[] => [
    { type: 'opaque', api: 'gemini', kind: 'other', block: { thoughtSignature: 'c2ln' } },
    call,
  ]);
  const one = fc.oneof(texts, thoughts, calls).map((block) => [block]);
  return fc
    .array(format === 'gemini' ? fc.oneof(one, signed) : one, { maxLength: 6 })
    .map((groups) => withIds(inTurn(format, groups.flat())));
}

/** Chat Completions has its calls in one list at the end; a second text or thought would go on with the first. */
function inTurn(format: StreamFormat, blocks: readonly AssistantBlock[]): readonly AssistantBlock[] {
  const rank = (block: AssistantBlock): number =>
    block.type === 'tool_use' ? 2 : block.type === 'text' ? 1 : 0;
  const ordered = format === 'openai-chat' ? [...blocks].sort((one, two) => rank(one) - rank(two)) : blocks;
  return ordered.filter((block, index) => {
    const before = ordered[index - 1];
    const isMerged = format === 'openai-chat' || format === 'gemini';
    return !isMerged || block.type === 'tool_use' || before?.type !== block.type;
  });
}

function withIds(blocks: readonly AssistantBlock[]): readonly AssistantBlock[] {
  return blocks.map((block, index) =>
    block.type === 'tool_use' ? { ...block, id: `call_${index}` } : block,
  );
}

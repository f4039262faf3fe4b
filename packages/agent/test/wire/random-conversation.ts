import type { AssistantBlock, ImageBlock, ModelMessage, TextBlock, UserBlock } from '@sluice/core';
import * as fc from 'fast-check';

const text = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
  fc.constantFrom('', '  \n', 'half \ud83d', '\udc00', 'plain'),
);
const id = fc.oneof(
  fc.string({ minLength: 1, maxLength: 6 }),
  fc.constantFrom('toolu_1', 'sluice_r_0', 'é'.repeat(50), 'x'.repeat(41), 'x'.repeat(65), 'a b'),
);
const name = fc.constantFrom('Read', 'mcp__server__do.it', 'n'.repeat(90), 'größe', '', 'constructor', '1st');

const texts: fc.Arbitrary<TextBlock> = fc.record({ type: fc.constant('text'), text });
const images: fc.Arbitrary<ImageBlock> = fc.constant({
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: 'iVBORw0=' },
});
const calls = fc.record({ name, input: fc.record({ path: text }) }).map((call): AssistantBlock => ({
  type: 'tool_use',
  id: '',
  ...call,
}));
const opaque = fc.constantFrom<AssistantBlock>(
  {
    type: 'opaque',
    api: 'anthropic',
    kind: 'thinking',
    block: { type: 'thinking', thinking: 'a', signature: 's' },
  },
  { type: 'opaque', api: 'openai-chat', kind: 'thinking', block: { reasoning_content: 'b' } },
  {
    type: 'opaque',
    api: 'openai-responses',
    kind: 'thinking',
    block: { type: 'reasoning', encrypted_content: 'c' },
  },
  { type: 'opaque', api: 'gemini', kind: 'other', block: { thoughtSignature: 'd' } },
  { type: 'opaque', api: 'somebody-else', kind: 'other', block: { secret: 'e' } },
);

interface Turn {
  readonly blocks: readonly AssistantBlock[];
  readonly ids: readonly string[];
  readonly contents: readonly (string | readonly (TextBlock | ImageBlock)[])[];
  readonly errors: readonly boolean[];
  readonly said: readonly (TextBlock | ImageBlock)[];
}

const turn: fc.Arbitrary<Turn> = fc.record({
  blocks: fc.array(fc.oneof(texts, calls, opaque), { maxLength: 5 }),
  ids: fc.uniqueArray(id, { minLength: 5, maxLength: 5 }),
  contents: fc.array(fc.oneof(text, fc.array(fc.oneof(texts, images), { maxLength: 3 })), {
    minLength: 5,
    maxLength: 5,
  }),
  errors: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
  said: fc.array(fc.oneof(texts, images), { maxLength: 2 }),
});

/** A conversation as the agent keeps it: it begins and ends with the user, and every call has its result. */
export const randomConversation: fc.Arbitrary<readonly ModelMessage[]> = fc
  .array(turn, { maxLength: 4 })
  .map((turns) => [
    { role: 'user', content: [{ type: 'text', text: 'Go on.' }] },
    ...turns.flatMap(({ blocks, ids, contents, errors, said }): ModelMessage[] => {
      const content = blocks.map((block, index) =>
        block.type === 'tool_use' ? { ...block, id: ids[index] ?? '' } : block,
      );
      const results = content.flatMap((block, index): UserBlock[] => {
        if (block.type !== 'tool_use') return [];
        const result = { content: contents[index] ?? '', is_error: errors[index] ?? false };
        return [{ type: 'tool_result', tool_use_id: block.id, ...result }];
      });
      return [
        { role: 'assistant', content },
        { role: 'user', content: [...results, ...said] },
      ];
    }),
  ]);

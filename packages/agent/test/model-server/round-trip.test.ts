import type { AssistantBlock, JsonObject, ModelMessage, ModelRequest, UserBlock } from '@sluice/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createBodyKeeper,
  createModelDecoder,
  createWireFormat,
  decodeWhole,
  type DecodedEvent,
} from '../../src/index.ts';
import type { Api } from '../support/model-server/api.ts';
import type { Item } from '../support/model-server/script.ts';
import { startModelServer } from '../support/model-server/start-model-server.ts';

const numRuns = Math.ceil(Number(process.env['SLUICE_RUNS'] ?? 200) / 5);
const APIS: readonly Api[] = ['anthropic', 'openai-chat', 'openai-responses', 'gemini'];
const NAMES = ['Read', 'Bash', 'Grep'] as const;

const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).map((text) => `t${text}`);
const input = fc
  .dictionary(fc.string({ maxLength: 4 }), fc.jsonValue(), { maxKeys: 3, noNullPrototype: true })
  .map((value): JsonObject => JSON.parse(JSON.stringify(value)));
const said = fc.oneof(
  fc.record({ type: fc.constant('text' as const), text: words }),
  fc.record({ type: fc.constant('text' as const), text: fc.array(words, { minLength: 1, maxLength: 3 }) }),
  fc.record({ type: fc.constant('call' as const), name: fc.constantFrom(...NAMES), input }),
);
const thought = fc.record({ type: fc.constant('thinking' as const), text: words });

/** Thinking stands first, as the models have it. */
const content = fc
  .tuple(fc.option(thought, { nil: undefined }), fc.array(said, { minLength: 1, maxLength: 4 }))
  .map(([first, rest]): Item[] => (first === undefined ? rest : [first, ...rest]));

const turn = fc.record({
  content,
  chunkBytes: fc.option(fc.integer({ min: 20, max: 500 }), { nil: undefined }),
  isStreamed: fc.boolean(),
  /** The text of the results, and what the user says. */
  reply: words,
  isError: fc.boolean(),
  /** Whether the user says something with the results. */
  hasNote: fc.boolean(),
});

describe.each(APIS)('a conversation in the form of %s', (api) => {
  it('keeps the rules of the API, and what comes back is what the server said', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 5 }), async (turns) => {
        await using server = await startModelServer(turns);
        const wire = createWireFormat(api);
        const keeper = createBodyKeeper(wire);
        const messages: ModelMessage[] = [{ role: 'user', content: [{ type: 'text', text: 'Begin.' }] }];
        for (const [index, { isStreamed, reply, isError, hasNote, content: items }] of turns.entries()) {
          const request: ModelRequest = { system: ['Be brief.'], tools: TOOLS, messages, isStreamed };
          const { buffers } = keeper.body(request, { model: 'test', maxOutputTokens: 100 });
          const base = api.startsWith('openai') ? `${server.address}/v1` : server.address;
          const response = await fetch(`${base}${wire.path('test', isStreamed)}`, {
            method: 'POST',
            headers: wire.headers('key'),
            body: Buffer.concat(buffers),
          });
          const options = { callIdPrefix: `${index}`, toolName: wire.toolName.bind(wire) };
          const events = isStreamed
            ? await streamed(response, createModelDecoder(api, options))
            : decodeWhole(api, await response.json(), options);
          const blocks = blocksOf(events);
          expect(shown(blocks)).toEqual(scripted(items));
          messages.push({ role: 'assistant', content: blocks });
          const results = blocks.flatMap((block): UserBlock[] => {
            if (block.type !== 'tool_use') return [];
            return [{ type: 'tool_result', tool_use_id: block.id, content: reply, is_error: isError }];
          });
          const isReplied = hasNote || results.length === 0;
          const note: UserBlock[] = isReplied ? [{ type: 'text', text: reply }] : [];
          messages.push({ role: 'user', content: [...results, ...note] });
        }
        expect(server.problems).toEqual([]);
        expect(server.requests).toHaveLength(turns.length);
      }),
      { numRuns },
    );
  });
});

const TOOLS: ModelRequest['tools'] = NAMES.map((name) => ({
  name,
  description: `The tool ${name}.`,
  inputSchema: { type: 'object' },
}));

async function streamed(
  response: Response,
  decoder: ReturnType<typeof createModelDecoder>,
): Promise<DecodedEvent[]> {
  if (response.body === null) throw new Error('There is no body.');
  const events: DecodedEvent[] = [];
  for await (const chunk of response.body) events.push(...decoder.push(chunk));
  return [...events, ...decoder.end()];
}

function blocksOf(events: readonly DecodedEvent[]): AssistantBlock[] {
  expect(events.filter(({ type }) => type === 'problem' || type === 'failed')).toEqual([]);
  return events
    .filter((event) => event.type === 'block-stop')
    .toSorted((a, b) => a.index - b.index)
    .map(({ block }) => block);
}

function shown(blocks: readonly AssistantBlock[]): readonly unknown[] {
  return joined(
    blocks.flatMap((block): Shown[] => {
      if (block.type === 'text') return [block.text];
      return block.type === 'tool_use' ? [{ name: block.name, input: JSON.stringify(block.input) }] : [];
    }),
  );
}

function scripted(items: readonly Item[]): readonly unknown[] {
  return joined(
    items.flatMap((item): Shown[] => {
      if (item.type === 'text')
        return [
          (typeof item.text === 'string' ? [item.text] : item.text)
            .filter((p) => typeof p === 'string')
            .join(''),
        ];
      return item.type === 'call' ? [{ name: item.name, input: JSON.stringify(item.input) }] : [];
    }),
  );
}

type Shown = string | { readonly name: string; readonly input: string };

/** All texts as one, then the calls: Chat has no order between the two. */
function joined(parts: readonly Shown[]): readonly unknown[] {
  return [
    parts.filter((part) => typeof part === 'string').join(''),
    ...parts.filter((part) => typeof part !== 'string'),
  ];
}

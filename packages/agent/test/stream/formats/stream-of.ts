import type { AssistantBlock, JsonObject, ModelMessage } from '@sluice/core';
import type { StreamFormat } from '../../../src/index.ts';

type Blocks = Extract<ModelMessage, { role: 'assistant' }>['content'];
type Call = Extract<AssistantBlock, { type: 'tool_use' }>;

function textIn(block: JsonObject, key: string): string {
  const text = block[key];
  return typeof text === 'string' ? text : '';
}

/** The text in pieces of about this many characters, never in the middle of a pair. */
function piecesOf(text: string, size: number): string[] {
  const characters = Array.from(text);
  const count = Math.ceil(characters.length / size);
  return Array.from({ length: count }, (_, index) =>
    characters.slice(index * size, (index + 1) * size).join(''),
  );
}

function sse(events: readonly object[], isNamed = false): string {
  return events
    .map((event) => {
      const name = isNamed && 'type' in event ? `event: ${String(event.type)}\n` : '';
      return `${name}data: ${JSON.stringify(event)}\n\n`;
    })
    .join('');
}

function anthropic(blocks: Blocks, size: number): string {
  const events: object[] = [{ type: 'message_start', message: { id: 'msg_1', model: 'm', content: [] } }];
  for (const [index, block] of blocks.entries()) {
    const start = (content: object): void =>
      void events.push({ type: 'content_block_start', index, content_block: content });
    const delta = (change: object): void =>
      void events.push({ type: 'content_block_delta', index, delta: change });
    if (block.type === 'text') {
      start({ type: 'text', text: '' });
      for (const text of piecesOf(block.text, size)) delta({ type: 'text_delta', text });
    } else if (block.type === 'tool_use') {
      start({ type: 'tool_use', id: block.id, name: block.name, input: {} });
      for (const piece of piecesOf(JSON.stringify(block.input), size))
        delta({ type: 'input_json_delta', partial_json: piece });
    } else {
      start({ type: 'thinking', thinking: '', signature: '' });
      for (const piece of piecesOf(textIn(block.block, 'thinking'), size))
        delta({ type: 'thinking_delta', thinking: piece });
      delta({ type: 'signature_delta', signature: block.block['signature'] });
    }
    events.push({ type: 'content_block_stop', index });
  }
  events.push({ type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 7 } });
  return sse([...events, { type: 'message_stop' }], true);
}

function openaiChat(blocks: Blocks, size: number): string {
  const chunk = (delta: object, reason: string | null = null): object => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: reason }],
  });
  let calls = -1;
  const events = blocks.flatMap((block) => {
    if (block.type === 'text') return piecesOf(block.text, size).map((content) => chunk({ content }));
    if (block.type === 'opaque')
      return piecesOf(textIn(block.block, 'reasoning_content'), size).map((text) =>
        chunk({ reasoning_content: text }),
      );
    calls += 1;
    const index = calls;
    const first = { index, id: block.id, type: 'function', function: { name: block.name, arguments: '' } };
    return [
      chunk({ tool_calls: [first] }),
      ...piecesOf(JSON.stringify(block.input), size).map((piece) =>
        chunk({ tool_calls: [{ index, function: { arguments: piece } }] }),
      ),
    ];
  });
  return `${sse([...events, chunk({}, 'stop')])}data: [DONE]\n\n`;
}

function openaiResponses(blocks: Blocks, size: number): string {
  const events = blocks.flatMap((block, index): object[] => {
    const at = { output_index: index };
    const added = (item: object): object => ({ type: 'response.output_item.added', ...at, item });
    const done = (item: object): object => ({ type: 'response.output_item.done', ...at, item });
    if (block.type === 'text') {
      const part = { type: 'output_text', text: block.text };
      return [
        added({ type: 'message', content: [] }),
        ...piecesOf(block.text, size).map((delta) => ({
          type: 'response.output_text.delta',
          ...at,
          content_index: 0,
          delta,
        })),
        done({ type: 'message', content: [part] }),
      ];
    }
    if (block.type === 'opaque') return [added({ type: 'reasoning', summary: [] }), done(block.block)];
    const item = { type: 'function_call', call_id: block.id, name: block.name };
    const json = JSON.stringify(block.input);
    return [
      added({ ...item, arguments: '' }),
      ...piecesOf(json, size).map((delta) => ({
        type: 'response.function_call_arguments.delta',
        ...at,
        delta,
      })),
      done({ ...item, arguments: json }),
    ];
  });
  const created = { type: 'response.created', response: { id: 'resp_1', model: 'm' } };
  return sse([created, ...events, { type: 'response.completed', response: { output: [] } }], true);
}

function geminiChunks(blocks: Blocks, size: number): object[] {
  const chunk = (parts: object[], reason?: string): object => ({
    responseId: 'r1',
    candidates: [{ content: { role: 'model', parts }, finishReason: reason }],
  });
  const signatures = new Map<Call, unknown>();
  const events = blocks.flatMap((block, index): object[] => {
    if (block.type === 'text') return piecesOf(block.text, size).map((text) => chunk([{ text }]));
    if (block.type === 'tool_use') {
      const { id, name, input } = block;
      const signature = signatures.get(block);
      const part = { functionCall: { id, name, args: input } };
      return [chunk([signature === undefined ? part : { ...part, thoughtSignature: signature }])];
    }
    const next = blocks[index + 1];
    if (next?.type === 'tool_use' && block.kind === 'other') {
      signatures.set(next, block.block['thoughtSignature']);
      return [];
    }
    return piecesOf(textIn(block.block, 'text'), size).map((text) => chunk([{ text, thought: true }]));
  });
  return [...events, chunk([], 'STOP')];
}

function interactions(blocks: Blocks, size: number): string {
  const steps = blocks.flatMap((block, index): object[] => {
    const start = (step: object): object => ({ event_type: 'step.start', index, step });
    const delta = (change: object): object => ({ event_type: 'step.delta', index, delta: change });
    const stop = { event_type: 'step.stop', index };
    if (block.type === 'text')
      return [
        start({ type: 'model_output' }),
        ...piecesOf(block.text, size).map((text) => delta({ type: 'text', text })),
        stop,
      ];
    if (block.type === 'tool_use')
      return [
        start({ type: 'function_call', id: block.id, name: block.name, arguments: {} }),
        ...piecesOf(JSON.stringify(block.input), size).map((text) =>
          delta({ type: 'arguments_delta', arguments: text }),
        ),
        stop,
      ];
    const [summary] = Array.isArray(block.block['summary']) ? block.block['summary'] : [];
    const text =
      typeof summary === 'object' && summary !== null && 'text' in summary ? String(summary.text) : '';
    return [
      start({ type: 'thought' }),
      ...piecesOf(text, size).map((piece) =>
        delta({ type: 'thought_summary', content: { type: 'text', text: piece } }),
      ),
      delta({ type: 'thought_signature', signature: block.block['signature'] }),
      stop,
    ];
  });
  const events = [
    { event_type: 'interaction.created', interaction: { id: 'v1_1', status: 'in_progress', model: 'm' } },
    { event_type: 'interaction.status_update', interaction_id: 'v1_1', status: 'in_progress' },
    ...steps,
    { event_type: 'interaction.completed', interaction: { id: 'v1_1', status: 'completed', usage: {} } },
  ];
  const named = events.map(
    (event) =>
      `event: ${'event_type' in event ? String(event.event_type) : ''}\ndata: ${JSON.stringify(event)}\n\n`,
  );
  return `${named.join('')}event: done\ndata: [DONE]\n\n`;
}

/** A stream of this message, as the public documentation of each API describes them. */
export const STREAM_OF: Record<StreamFormat, (blocks: Blocks, size: number) => string> = {
  anthropic,
  'openai-chat': openaiChat,
  'openai-responses': openaiResponses,
  gemini: (blocks, size) => sse(geminiChunks(blocks, size)),
  'gemini-interactions': interactions,
};

export function geminiList(blocks: Blocks, size: number): string {
  return JSON.stringify(geminiChunks(blocks, size), undefined, 1);
}

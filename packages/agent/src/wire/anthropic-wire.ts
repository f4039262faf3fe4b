import type { AssistantBlock, ImageBlock, ModelRequest, TextBlock, ToolResultBlock } from '@sluice/core';
import { thinkingFields } from './anthropic-thinking.ts';
import { cleanAssistant, cleanUser, imagesOf, textsOf } from './clean-blocks.ts';
import type { WireFormat } from './wire-format.ts';
import { wireId } from './wire-id.ts';
import { wireFields, wireJson, wireTail, type WireValue } from './wire-json.ts';
import { createWireNames } from './wire-names.ts';

const MAX_ID_CHARS = 64;
const CACHED = { type: 'ephemeral' } as const;
const USER_START = Buffer.from('{"role":"user"');
const MESSAGE_END = '}]}';

/** The Messages API. Its prompt cache is marked after the tools, the system text and the last message. */
export function createAnthropicWire(): WireFormat {
  const names = createWireNames();

  return {
    api: 'anthropic',
    path: () => '/v1/messages',
    headers: (key) => ({
      'content-type': 'application/json',
      'anthropic-version': '2023-06-01',
      ...(key !== undefined && { 'x-api-key': key }),
    }),
    head(request, { model, maxOutputTokens: most, omit, takesThinking }) {
      const { system, tools, maxOutputTokens = most } = request;
      const texts = system.filter((text) => text.trim() !== '');
      const fields = {
        model,
        max_tokens: maxOutputTokens,
        ...thinkingFields(request, maxOutputTokens, takesThinking),
        tools: lastMarked(
          tools.map(({ name, description, inputSchema }) => ({
            name: names.toWire(name),
            description,
            input_schema: inputSchema,
          })),
        ),
        system: lastMarked(texts.map((text) => ({ type: 'text', text }))),
      };
      return `{${wireFields(fields, omit)},"messages":[`;
    },
    tail(request, { omit }) {
      const isStreamed = request.isStreamed ?? true;
      const fields = { tool_choice: toolChoice(request, names.toWire), stream: isStreamed || undefined };
      return wireTail(fields, omit);
    },
    encodeMessage({ role, content }) {
      if (role === 'assistant') {
        const blocks = cleanAssistant(content, 'anthropic');
        return wireJson({ role, content: blocks.map((block) => assistantBlock(block, names.toWire)) });
      }
      const { results, others } = cleanUser(content);
      // An error result takes texts only.
      const apart = results.filter((result) => result.is_error).flatMap((result) => imagesOf(result.content));
      return wireJson({ role, content: [...results.map(resultBlock), ...[...apart, ...others].map(said)] });
    },
    mark(lastBytes) {
      const isUsers = USER_START.equals(lastBytes.subarray(0, USER_START.length));
      return isUsers
        ? { bytesAfter: MESSAGE_END.length, text: `,"cache_control":${wireJson(CACHED)}` }
        : undefined;
    },
    toolName: names.fromWire,
  };
}

function lastMarked(blocks: readonly { readonly [key: string]: WireValue }[]): WireValue {
  if (blocks.length === 0) return undefined;
  return blocks.map((block, index) =>
    index === blocks.length - 1 ? { ...block, cache_control: CACHED } : block,
  );
}

function toolChoice({ toolChoice, tools }: ModelRequest, toWire: (name: string) => string): WireValue {
  if (toolChoice === undefined || tools.length === 0) return undefined;
  return typeof toolChoice === 'string'
    ? { type: toolChoice }
    : { type: 'tool', name: toWire(toolChoice.name) };
}

function assistantBlock(block: AssistantBlock, toWire: (name: string) => string): WireValue {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'tool_use':
      return {
        type: 'tool_use',
        id: wireId(block.id, MAX_ID_CHARS),
        name: toWire(block.name),
        input: block.input,
      };
    case 'opaque':
      return block.block;
    default:
      return block satisfies never;
  }
}

function resultBlock(result: ToolResultBlock): WireValue {
  const { content, is_error: isError } = result;
  const texts = textsOf(content).map((text) => ({ type: 'text', text }));
  const images = isError ? [] : imagesOf(content).map(said);
  const blocks = typeof content === 'string' ? content : inOrder(content, isError);
  return {
    type: 'tool_result',
    tool_use_id: wireId(result.tool_use_id, MAX_ID_CHARS),
    content: texts.length + images.length === 0 ? '(no output)' : blocks,
    ...(isError && { is_error: true }),
  };
}

function inOrder(content: readonly (TextBlock | ImageBlock)[], isError: boolean): WireValue {
  return content.filter((block) => (block.type === 'text' ? block.text.trim() !== '' : !isError)).map(said);
}

function said(block: TextBlock | ImageBlock): WireValue {
  return block.type === 'text'
    ? { type: 'text', text: block.text }
    : { type: 'image', source: { ...block.source } };
}

import { present } from '@sluice/base';
import type { AssistantBlock, JsonObject, ModelRequest, TextBlock } from '@sluice/core';
import {
  cleanAssistant,
  cleanUser,
  imagesOf,
  resultText,
  type CleanUser,
  linkAsText,
  type SaidBlock,
} from './sendable-blocks.ts';
import { dataUrl, fileName } from './data-url.ts';
import type { WireFormat } from './wire-format.ts';
import { wireId } from './wire-id.ts';
import { wireFields, wireJson, wireTail, type WireValue } from './wire-json.ts';
import { createWireNames } from './wire-names.ts';

const MAX_ID_CHARS = 40;

/** Chat Completions, for OpenAI and compatible servers. */
export function createOpenaiChatWire(): WireFormat {
  const names = createWireNames();

  return {
    api: 'openai-chat',
    path: () => '/chat/completions',
    headers: bearer,
    head({ system }, { model, omit }) {
      const texts = system.filter((text) => text.trim() !== '');
      const first = texts.length === 0 ? '' : `${wireJson({ role: 'system', content: texts.join('\n\n') })},`;
      return `{${wireFields({ model }, omit)},"messages":[${first}`;
    },
    tail(request, { maxOutputTokens, omit, maxTokensField = 'max_tokens' }) {
      const isStreamed = request.isStreamed ?? true;
      const tools = request.tools.map(({ name, description, inputSchema }) => ({
        type: 'function',
        function: { name: names.toWire(name), description, parameters: inputSchema },
      }));
      const fields = {
        tools: tools.length === 0 ? undefined : tools,
        tool_choice: toolChoice(request, names.toWire),
        [maxTokensField]: request.maxOutputTokens ?? maxOutputTokens,
        reasoning_effort: reasoningEffort(request),
        stream: isStreamed || undefined,
        stream_options: isStreamed ? { include_usage: true } : undefined,
      };
      return wireTail(fields, omit);
    },
    encodeMessage({ role, content }) {
      return role === 'assistant'
        ? wireJson(assistantMessage(cleanAssistant(content, 'openai-chat'), names.toWire))
        : userMessages(cleanUser(content)).map(wireJson).join(',');
    },
    mark: () => undefined,
    toolName: names.fromWire,
  };
}

/** OpenAI's effort value, whose highest level has a different name. */
export function reasoningEffort({ thinking }: ModelRequest): string | undefined {
  return thinking?.effort === 'max' ? 'xhigh' : thinking?.effort;
}

export function bearer(key: string | undefined): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json',
    ...present({ authorization: key === undefined ? undefined : `Bearer ${key}` }),
  };
}

function toolChoice({ toolChoice, tools }: ModelRequest, toWire: (name: string) => string): WireValue {
  if (toolChoice === undefined || tools.length === 0) return undefined;
  if (toolChoice === 'any') return 'required';
  return typeof toolChoice === 'string'
    ? toolChoice
    : { type: 'function', function: { name: toWire(toolChoice.name) } };
}

function assistantMessage(blocks: readonly AssistantBlock[], toWire: (name: string) => string): WireValue {
  const texts = blocks.filter((block) => block.type === 'text').map(({ text }) => text);
  const calls = blocks
    .filter((block) => block.type === 'tool_use')
    .map(({ id, name, input }) => ({
      id: wireId(id, MAX_ID_CHARS),
      type: 'function',
      function: { name: toWire(name), arguments: wireJson(input) },
    }));
  const opaque = blocks.filter((block) => block.type === 'opaque').map(({ block }) => block);
  return {
    role: 'assistant',
    content: texts.length === 0 ? null : texts.join('\n'),
    ...joinedFields(opaque),
    tool_calls: calls.length === 0 ? undefined : calls,
  };
}

/** Runs of thinking become one field of the message: strings and lists are joined. */
function joinedFields(blocks: readonly JsonObject[]): { readonly [key: string]: WireValue } {
  const fields = new Map<string, WireValue>();
  for (const [key, value] of blocks.flatMap((block) => Object.entries(block))) {
    const before = fields.get(key);
    if (typeof before === 'string' && typeof value === 'string') fields.set(key, before + value);
    else if (Array.isArray(before) && Array.isArray(value)) fields.set(key, [...before, ...value]);
    else fields.set(key, value);
  }
  return Object.fromEntries(fields);
}

/** One message per result, since those accept only text; then the results' images and other content. */
function userMessages({ results, others }: CleanUser): readonly WireValue[] {
  const answers = results.map((result) => ({
    role: 'tool',
    tool_call_id: wireId(result.tool_use_id, MAX_ID_CHARS),
    content: resultText(result),
  }));
  const images = results.flatMap(({ content, tool_use_id: id }) => {
    const found = imagesOf(content);
    return found.length === 0 ? [] : [imageTitle(wireId(id, MAX_ID_CHARS)), ...found];
  });
  const said = [...images, ...others];
  if (said.length === 0) return answers;
  return [...answers, { role: 'user', content: userContent(said) }];
}

export function imageTitle(id: string): TextBlock {
  return { type: 'text', text: `From the result of call ${id}:` };
}

/** Plain text if there is nothing else: not every server accepts parts. */
function userContent(blocks: readonly SaidBlock[]): WireValue {
  const texts = blocks.filter((block) => block.type === 'text').map(({ text }) => text);
  if (texts.length === blocks.length) return texts.join('\n\n');
  return blocks.map(part);
}

function part(block: SaidBlock): WireValue {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'image':
      return { type: 'image_url', image_url: { url: dataUrl(block) } };
    case 'document':
      return { type: 'file', file: { filename: fileName(block), file_data: dataUrl(block) } };
    case 'linked_file':
      return block.kind === 'image'
        ? { type: 'image_url', image_url: { url: block.url } }
        : { type: 'text', text: linkAsText(block) };
    default:
      return block satisfies never;
  }
}

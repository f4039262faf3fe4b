import type { AssistantBlock, ImageBlock, ModelRequest, TextBlock, ToolResultBlock } from '@sluice/core';
import { cleanAssistant, cleanUser, imagesOf, resultText, type CleanUser } from './clean-blocks.ts';
import { dataUrl } from './data-url.ts';
import { bearer, reasoningEffort } from './openai-chat-wire.ts';
import type { WireFormat } from './wire-format.ts';
import { wireId } from './wire-id.ts';
import { wireFields, wireJson, wireTail, type WireValue } from './wire-json.ts';
import { createWireNames } from './wire-names.ts';

const MAX_ID_CHARS = 64;

/** The Responses API, without anything kept at the server: reasoning comes encrypted and goes back with the items. */
export function createOpenaiResponsesWire(): WireFormat {
  const names = createWireNames();

  return {
    api: 'openai-responses',
    path: () => '/responses',
    headers: bearer,
    head({ system }, { model, omit }) {
      const texts = system.filter((text) => text.trim() !== '');
      const instructions = texts.length === 0 ? undefined : texts.join('\n\n');
      return `{${wireFields({ model, instructions }, omit)},"input":[`;
    },
    tail(request, { maxOutputTokens, omit }) {
      const isStreamed = request.isStreamed ?? true;
      const tools = request.tools.map(({ name, description, inputSchema }) => ({
        type: 'function',
        name: names.toWire(name),
        description,
        parameters: inputSchema,
        strict: false,
      }));
      const effort = reasoningEffort(request);
      const fields = {
        tools: tools.length === 0 ? undefined : tools,
        tool_choice: toolChoice(request, names.toWire),
        max_output_tokens: request.maxOutputTokens ?? maxOutputTokens,
        reasoning: effort === undefined ? undefined : { effort },
        store: false,
        include: ['reasoning.encrypted_content'],
        stream: isStreamed || undefined,
      };
      return wireTail(fields, omit);
    },
    encodeMessage({ role, content }) {
      const items =
        role === 'assistant'
          ? cleanAssistant(content, 'openai-responses').map((block) => assistantItem(block, names.toWire))
          : userItems(cleanUser(content));
      return items.map(wireJson).join(',');
    },
    mark: () => undefined,
    toolName: names.fromWire,
  };
}

function toolChoice({ toolChoice, tools }: ModelRequest, toWire: (name: string) => string): WireValue {
  if (toolChoice === undefined || tools.length === 0) return undefined;
  if (toolChoice === 'any') return 'required';
  return typeof toolChoice === 'string' ? toolChoice : { type: 'function', name: toWire(toolChoice.name) };
}

function assistantItem(block: AssistantBlock, toWire: (name: string) => string): WireValue {
  switch (block.type) {
    case 'text':
      return { role: 'assistant', content: [{ type: 'output_text', text: block.text }] };
    case 'tool_use':
      return {
        type: 'function_call',
        call_id: wireId(block.id, MAX_ID_CHARS),
        name: toWire(block.name),
        arguments: wireJson(block.input),
      };
    case 'opaque':
      return block.block;
    default:
      return block satisfies never;
  }
}

function userItems({ results, others }: CleanUser): readonly WireValue[] {
  const outputs = results.map((result) => ({
    type: 'function_call_output',
    call_id: wireId(result.tool_use_id, MAX_ID_CHARS),
    output: outputOf(result),
  }));
  return others.length === 0 ? outputs : [...outputs, { role: 'user', content: others.map(part) }];
}

function outputOf(result: ToolResultBlock): WireValue {
  const images = imagesOf(result.content);
  const text = resultText(result);
  return images.length === 0 ? text : [{ type: 'input_text', text }, ...images.map(part)];
}

function part(block: TextBlock | ImageBlock): WireValue {
  return block.type === 'text'
    ? { type: 'input_text', text: block.text }
    : { type: 'input_image', image_url: dataUrl(block) };
}

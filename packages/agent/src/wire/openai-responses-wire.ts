import { presentItems } from '@sluice/base';
import type {
  AssistantBlock,
  LateToolForm,
  ModelMessage,
  ModelRequest,
  ModelTool,
  ToolReferenceBlock,
  ToolResultBlock,
  WebSearchOptions,
} from '@sluice/core';
import {
  cleanAssistant,
  cleanUser,
  imagesOf,
  NO_OUTPUT,
  referencesOf,
  resultText,
  type CleanUser,
  type SaidBlock,
} from './sendable-blocks.ts';
import { dataUrl, fileName } from './data-url.ts';
import { bearer, reasoningEffort } from './openai-chat-wire.ts';
import { SEARCH_TOOL } from '../stream/openai/search-tool.ts';
import type { WireFormat } from './wire-format.ts';
import { wireId } from './wire-id.ts';
import { wireFields, wireJson, wireTail, type WireValue } from './wire-json.ts';
import { createWireNames } from './wire-names.ts';

const MAX_ID_CHARS = 64;

/**
 * The Responses API, with nothing stored on the server: reasoning arrives encrypted and is sent back with the
 * items. In the `search-output` form, the search tool is the API's own client-executed `tool_search`.
 */
export function createOpenaiResponsesWire(form: LateToolForm = 'none'): WireFormat {
  const names = createWireNames();
  const hasSearch = form === 'search-output';

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
      const tools = request.tools
        .filter(({ isDeferred }) => isDeferred !== true)
        .map((tool) =>
          hasSearch && tool.name === SEARCH_TOOL ? searchTool(tool) : functionTool(tool, names.toWire),
        );
      const effort = reasoningEffort(request);
      const { webSearch } = request;
      const all = webSearch === undefined ? tools : [...tools, webSearchTool(webSearch)];
      const fields = {
        tools: all.length === 0 ? undefined : all,
        tool_choice: toolChoice(request, names.toWire),
        max_output_tokens: request.maxOutputTokens ?? maxOutputTokens,
        reasoning: effort === undefined ? undefined : { effort },
        store: false,
        include: ['reasoning.encrypted_content', ...(webSearch === undefined ? [] : [SEARCH_SOURCES])],
        stream: isStreamed || undefined,
      };
      return wireTail(fields, omit);
    },
    encodeMessage({ role, content }, previous) {
      const items =
        role === 'assistant'
          ? cleanAssistant(content, 'openai-responses').map((block) =>
              hasSearch && block.type === 'tool_use' && block.name === SEARCH_TOOL
                ? searchCall(block)
                : assistantItem(block, names.toWire),
            )
          : userItems(cleanUser(content, hasSearch), hasSearch ? searchIds(previous) : NONE, names.toWire);
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

function functionTool(
  { name, description, inputSchema }: Pick<ModelTool, 'name' | 'description' | 'inputSchema'>,
  toWire: (name: string) => string,
) {
  return { type: 'function', name: toWire(name), description, parameters: inputSchema, strict: false };
}

const SEARCH_SOURCES = 'web_search_call.action.sources';

/** The service's own tool, which it runs itself. */
function webSearchTool({ allowedDomains }: WebSearchOptions): WireValue {
  const filters = allowedDomains === undefined ? undefined : { allowed_domains: allowedDomains };
  return { type: 'web_search', filters };
}

function searchTool({ description, inputSchema }: ModelTool): WireValue {
  return { type: 'tool_search', execution: 'client', description, parameters: inputSchema };
}

function searchCall({ id, input }: Extract<AssistantBlock, { type: 'tool_use' }>): WireValue {
  return {
    type: 'tool_search_call',
    execution: 'client',
    call_id: wireId(id, MAX_ID_CHARS),
    status: 'completed',
    arguments: input,
  };
}

const NONE: ReadonlySet<string> = new Set();

/** Search tool calls in the previous message. */
function searchIds(previous: ModelMessage | undefined): ReadonlySet<string> {
  const blocks = previous?.role === 'assistant' ? previous.content : [];
  return new Set(
    blocks.flatMap((block) => (block.type === 'tool_use' && block.name === SEARCH_TOOL ? [block.id] : [])),
  );
}

function userItems(
  { results, others, added }: CleanUser,
  searches: ReadonlySet<string>,
  toWire: (name: string) => string,
): readonly WireValue[] {
  const outputs = results.map((result) =>
    searches.has(result.tool_use_id)
      ? searchOutput(result, toWire)
      : {
          type: 'function_call_output',
          call_id: wireId(result.tool_use_id, MAX_ID_CHARS),
          output: outputOf(result),
        },
  );
  // A search output has no field for text.
  const words = results
    .filter((result) => searches.has(result.tool_use_id))
    .map((result) => resultText({ ...result, content: withoutReferences(result.content) }))
    .filter((text) => text !== NO_OUTPUT);
  return presentItems([
    ...outputs,
    ...words.map((text) => ({ role: 'developer', content: [{ type: 'input_text', text }] })),
    added.length === 0
      ? undefined
      : { type: 'additional_tools', role: 'developer', tools: definitions(added, toWire) },
    others.length === 0 ? undefined : { role: 'user', content: others.map(part) },
  ]);
}

function searchOutput({ tool_use_id: id, content }: ToolResultBlock, toWire: (name: string) => string) {
  return {
    type: 'tool_search_output',
    execution: 'client',
    call_id: wireId(id, MAX_ID_CHARS),
    status: 'completed',
    tools: definitions(referencesOf(content), toWire).map((tool) => ({ ...tool, defer_loading: true })),
  };
}

function definitions(references: readonly ToolReferenceBlock[], toWire: (name: string) => string) {
  return references.map(({ tool_name: name, description, input_schema: inputSchema }) =>
    functionTool({ name, description, inputSchema }, toWire),
  );
}

function withoutReferences(content: ToolResultBlock['content']): ToolResultBlock['content'] {
  return typeof content === 'string' ? content : content.filter(({ type }) => type !== 'tool_reference');
}

function outputOf(result: ToolResultBlock): WireValue {
  const images = imagesOf(result.content);
  const text = resultText(result);
  return images.length === 0 ? text : [{ type: 'input_text', text }, ...images.map(part)];
}

function part(block: SaidBlock): WireValue {
  switch (block.type) {
    case 'text':
      return { type: 'input_text', text: block.text };
    case 'image':
      return { type: 'input_image', image_url: dataUrl(block) };
    case 'document':
      return { type: 'input_file', filename: fileName(block), file_data: dataUrl(block) };
    case 'linked_file':
      return block.kind === 'image'
        ? { type: 'input_image', image_url: block.url }
        : { type: 'input_file', file_url: block.url };
    default:
      return block satisfies never;
  }
}

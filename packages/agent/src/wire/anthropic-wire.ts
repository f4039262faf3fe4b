import { present } from '@sluice/base';
import type {
  AssistantBlock,
  ImageBlock,
  LateToolForm,
  ModelRequest,
  ModelTool,
  TextBlock,
  ToolReferenceBlock,
  ToolResultBlock,
  WebSearchOptions,
} from '@sluice/core';
import { thinkingFields } from './anthropic-thinking.ts';
import {
  cleanAssistant,
  cleanUser,
  imagesOf,
  isSaying,
  referenceAsText,
  referencesOf,
  textsOf,
  type SaidBlock,
} from './sendable-blocks.ts';
import type { WireFormat } from './wire-format.ts';
import { wireId } from './wire-id.ts';
import { additionsOf, INLINE_TOOLS_BETA, toolAdditions, userPartOf } from './anthropic-tool-additions.ts';
import { wireFields, wireJson, wireTail, type WireValue } from './wire-json.ts';
import { createWireNames } from './wire-names.ts';

const MAX_ID_CHARS = 64;
const TASK_BETA = 'task-budgets-2026-03-13';
const CACHED = { type: 'ephemeral' } as const;
const USER_START = Buffer.from('{"role":"user"');
const MESSAGE_END = '}]}';

/**
 * The maximum number of deferred tools in one request; the rest are omitted, and its search still finds them.
 */
const MAX_DEFERRED = 10_000;

/**
 * The Messages API. Its prompt cache is marked after the built-in tools, all tools that the model sees, the
 * system text, and the last messages. Where the system text begins with what other sessions have too, the mark after
 * that takes the place of the one after all tools.
 */
export function createAnthropicWire(form: LateToolForm = 'none'): WireFormat {
  const names = createWireNames();
  const addsInline = form === 'inline';
  const takesReferences = form === 'reference' || addsInline;
  const isAdded = (block: ToolReferenceBlock): boolean => addsInline && block.is_added === true;

  return {
    api: 'anthropic',
    path: () => '/v1/messages',
    headers: (key) => ({
      'content-type': 'application/json',
      'anthropic-version': '2023-06-01',
      ...present({ 'x-api-key': key }),
    }),
    betas({ messages, taskTokens }) {
      const isInline = addsInline && messages.some((message) => additionsOf(message).length > 0);
      return [...(isInline ? [INLINE_TOOLS_BETA] : []), ...(taskTokens === undefined ? [] : [TASK_BETA])];
    },
    head(request, { model, maxOutputTokens: max, omit, takesThinking }) {
      const { system, maxOutputTokens = max } = request;
      const texts = system.filter(isNotBlank);
      const marked = markedTexts(request);
      const fields = {
        model,
        max_tokens: maxOutputTokens,
        ...thinkingFields(request, maxOutputTokens, takesThinking),
        tools: wireTools(request, names.toWire),
        system: texts.map((text, index) => ({
          type: 'text',
          text,
          ...present({ cache_control: marked.has(index) ? CACHED : undefined }),
        })),
      };
      return `{${wireFields(fields, omit)},"messages":[`;
    },
    tail(request, { omit }) {
      const isStreamed = request.isStreamed ?? true;
      const fields = { tool_choice: toolChoice(request, names.toWire), stream: isStreamed || undefined };
      return wireTail(fields, omit);
    },
    encodeMessage(message) {
      const { role, content } = message;
      if (role === 'assistant') {
        const blocks = cleanAssistant(content, 'anthropic');
        return wireJson({ role, content: blocks.map((block) => assistantBlock(block, names.toWire)) });
      }
      const { results, others } = cleanUser(content, addsInline);
      // An error result accepts only text, and one with references accepts nothing else.
      const apart = results.flatMap((result) => {
        if (takesReferences && hasReferences(result)) return besideReferences(result.content);
        return result.is_error ? imagesOf(result.content) : [];
      });
      const blocks = results.map((result) =>
        takesReferences && hasReferences(result)
          ? referenceResult(result, names.toWire, isAdded)
          : resultBlock(result),
      );
      const encoded = wireJson({ role, content: [...blocks, ...[...apart, ...others].map(said)] });
      return addsInline ? encoded + toolAdditions(additionsOf(message), names.toWire) : encoded;
    },
    mark(lastBytes) {
      const isUsers = USER_START.equals(lastBytes.subarray(0, USER_START.length));
      // What is added after the user's message is not marked: the mark before it covers as much.
      const bytesAfter = lastBytes.length - userPartOf(lastBytes) + MESSAGE_END.length;
      return isUsers ? { bytesAfter, text: `,"cache_control":${wireJson(CACHED)}` } : undefined;
    },
    toolName: names.fromWire,
  };
}

/**
 * Tools that the model sees, then the others. Of the former, the last built-in tool and the last one overall
 * are marked.
 */
function wireTools(request: ModelRequest, toWire: (name: string) => string): WireValue {
  const { tools, webSearch } = request;
  const seen = tools.filter(({ isDeferred }) => isDeferred !== true);
  const deferred = tools.filter(({ isDeferred }) => isDeferred === true).slice(0, MAX_DEFERRED);
  const marked = markedTools(request);
  const blocks = [...seen, ...deferred].map((tool) => ({
    name: toWire(tool.name),
    description: tool.description,
    input_schema: tool.inputSchema,
    ...present({
      defer_loading: tool.isDeferred === true ? true : undefined,
      cache_control: marked.has(tool) ? CACHED : undefined,
    }),
  }));
  const all = webSearch === undefined ? blocks : [...blocks, searchTool(webSearch)];
  return all.length === 0 ? undefined : all;
}

/** The service's own tool, which it runs itself. */
function searchTool({ maxSearches, allowedDomains, blockedDomains }: WebSearchOptions): WireValue {
  return {
    type: 'web_search_20250305',
    name: 'web_search',
    max_uses: maxSearches,
    allowed_domains: allowedDomains,
    blocked_domains: blockedDomains,
  };
}

function markedTools(request: ModelRequest): ReadonlySet<ModelTool> {
  const seen = request.tools.filter(({ isDeferred }) => isDeferred !== true);
  const builtIn = seen.findLast(({ isForeign }) => isForeign !== true);
  const ends = sharedTexts(request) > 0 ? [builtIn] : [builtIn, seen.at(-1)];
  return new Set(ends.filter((tool) => tool !== undefined));
}

/**
 * The indexes of the marked system texts. The API accepts four marks. With two before the end of the system text and
 * two on messages, those on the messages cover that end.
 */
function markedTexts(request: ModelRequest): ReadonlySet<number> {
  const shared = sharedTexts(request);
  const marks = new Set(shared > 0 ? [shared - 1] : []);
  const isEndCovered = request.messages.length >= 3 && markedTools(request).size + marks.size > 1;
  if (!isEndCovered) marks.add(request.system.filter(isNotBlank).length - 1);
  return marks;
}

/** Of the texts that are sent. */
function sharedTexts({ system, sharedSystemTexts = 0 }: ModelRequest): number {
  return system.slice(0, sharedSystemTexts).filter(isNotBlank).length;
}

function isNotBlank(text: string): boolean {
  return text.trim() !== '';
}

function hasReferences({ content }: ToolResultBlock): boolean {
  return referencesOf(content).length > 0;
}

/** Refers to tools of the request's list. Of tools that are added after the message it has the names. */
function referenceResult(
  { tool_use_id: id, content }: ToolResultBlock,
  toWire: (name: string) => string,
  isAdded: (block: ToolReferenceBlock) => boolean,
): WireValue {
  const references = referencesOf(content);
  const listed = references.filter((block) => !isAdded(block));
  const names = references.filter(isAdded).map(({ tool_name: name }) => toWire(name));
  const added = { type: 'text', text: `Added to your tools: ${names.join(', ')}` };
  return {
    type: 'tool_result',
    tool_use_id: wireId(id, MAX_ID_CHARS),
    content:
      listed.length === 0
        ? [added]
        : listed.map(({ tool_name: name }) => ({ type: 'tool_reference', tool_name: toWire(name) })),
  };
}

function besideReferences(content: ToolResultBlock['content']): readonly (TextBlock | ImageBlock)[] {
  if (typeof content === 'string') return [];
  return content.filter((block) => block.type !== 'tool_reference').filter(isSaying);
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
    ...present({ is_error: isError ? true : undefined }),
  };
}

function inOrder(content: Exclude<ToolResultBlock['content'], string>, isError: boolean): WireValue {
  return content
    .map((block) => (block.type === 'tool_reference' ? referenceAsText(block) : block))
    .filter((block) => isSaying(block) && (block.type === 'text' || !isError))
    .map(said);
}

function said(block: SaidBlock): WireValue {
  switch (block.type) {
    case 'text':
      return { type: 'text', text: block.text };
    case 'image':
      return { type: 'image', source: { ...block.source } };
    case 'document':
      return {
        type: 'document',
        source: { ...block.source },
        ...present({ title: block.title }),
      };
    case 'linked_file':
      return {
        type: block.kind,
        source: { type: 'url', url: block.url },
        ...present({ title: block.title }),
      };
    default:
      return block satisfies never;
  }
}

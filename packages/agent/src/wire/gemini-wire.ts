import { present } from '@sluice/base';
import type { AssistantBlock, JsonObject, ModelMessage, ModelRequest, ToolResultBlock } from '@sluice/core';
import { isMadeCallId } from '../stream/made-call-id.ts';
import {
  cleanAssistant,
  cleanUser,
  imagesOf,
  textsOf,
  type CleanUser,
  linkAsText,
  type SaidBlock,
} from './sendable-blocks.ts';
import { imageTitle } from './openai-chat-wire.ts';
import type { WireFormat } from './wire-format.ts';
import { wireFields, wireJson, wireTail, type WireValue } from './wire-json.ts';
import { createWireNames } from './wire-names.ts';

/**
 * For calls that another model made: newer models require a signature on the first one and accept this
 * instead.
 */
const NO_SIGNATURE = 'skip_thought_signature_validator';

/**
 * Gemini's `generateContent`. A result is identified by the name of its tool, which is in the message before
 * it.
 */
export function createGeminiWire(): WireFormat {
  const names = createWireNames();

  return {
    api: 'gemini',
    path(model, isStreamed) {
      const name = model.split('/').map(encodeURIComponent).join('/');
      const place = name.includes('/') ? name : `models/${name}`;
      return `/v1beta/${place}:${isStreamed ? 'streamGenerateContent?alt=sse' : 'generateContent'}`;
    },
    headers: (key) => ({
      'content-type': 'application/json',
      ...present({ 'x-goog-api-key': key }),
    }),
    head({ system }, { omit }) {
      const parts = system.filter((text) => text.trim() !== '').map((text) => ({ text }));
      const first = wireFields({ systemInstruction: parts.length === 0 ? undefined : { parts } }, omit);
      return `{${first === '' ? '' : `${first},`}"contents":[`;
    },
    tail(request, { maxOutputTokens, omit }) {
      const functionDeclarations = request.tools.map(({ name, description, inputSchema }) => ({
        name: names.toWire(name),
        description,
        parametersJsonSchema: inputSchema,
      }));
      const fields = {
        tools: wireTools(functionDeclarations, request.webSearch !== undefined),
        toolConfig: toolConfig(request, names.toWire),
        generationConfig: {
          maxOutputTokens: request.maxOutputTokens ?? maxOutputTokens,
          thinkingConfig: thinkingConfig(request),
        },
      };
      return wireTail(fields, omit);
    },
    encodeMessage({ role, content }, previous) {
      return role === 'assistant'
        ? wireJson({ role: 'model', parts: modelParts(cleanAssistant(content, 'gemini'), names.toWire) })
        : wireJson({ role, parts: userParts(cleanUser(content), callNames(previous), names.toWire) });
    },
    mark: () => undefined,
    toolName: names.fromWire,
  };
}

/** `google_search` is the service's own tool, which it runs itself. */
function wireTools(functionDeclarations: readonly WireValue[], searchesWeb: boolean): WireValue {
  const tools: WireValue[] = [];
  if (functionDeclarations.length > 0) tools.push({ functionDeclarations });
  if (searchesWeb) tools.push({ google_search: {} });
  return tools.length === 0 ? undefined : tools;
}

function toolConfig({ toolChoice, tools }: ModelRequest, toWire: (name: string) => string): WireValue {
  if (toolChoice === undefined || tools.length === 0) return undefined;
  return {
    functionCallingConfig:
      typeof toolChoice === 'string'
        ? { mode: toolChoice.toUpperCase() }
        : { mode: 'ANY', allowedFunctionNames: [toWire(toolChoice.name)] },
  };
}

/** Models take a budget or a level, depending on their age, but never both. */
function thinkingConfig({ thinking }: ModelRequest): WireValue {
  if (thinking?.maxTokens !== undefined) return { thinkingBudget: thinking.maxTokens };
  if (thinking?.effort === undefined) return undefined;
  const isHighest = thinking.effort === 'xhigh' || thinking.effort === 'max';
  return { thinkingLevel: isHighest ? 'high' : thinking.effort };
}

/** A signature-only block belongs to the call after it; without one, it is a separate part. */
function modelParts(
  blocks: readonly AssistantBlock[],
  toWire: (name: string) => string,
): readonly WireValue[] {
  const parts: WireValue[] = [];
  let signature: JsonObject | undefined;
  let hasCall = false;

  function flush(): void {
    if (signature !== undefined) parts.push({ text: '', ...signature });
    signature = undefined;
  }

  for (const block of blocks) {
    if (block.type === 'tool_use') {
      const { id, name, input } = block;
      const isForeign = signature === undefined && !isMadeCallId(id) && !hasCall;
      const signed = isForeign ? { thoughtSignature: NO_SIGNATURE } : signature;
      parts.push({ functionCall: { ...callId(id), name: toWire(name), args: input }, ...signed });
      signature = undefined;
      hasCall = true;
      continue;
    }
    flush();
    // What was found on the web is not part of a message.
    if (block.type === 'text') parts.push({ text: block.text });
    else if (isSignatureAlone(block.block)) signature = block.block;
    else if (!Object.hasOwn(block.block, 'groundingMetadata')) parts.push(block.block);
  }
  flush();
  return parts;
}

function isSignatureAlone(block: JsonObject): boolean {
  return Object.keys(block).join() === 'thoughtSignature';
}

/** The API does not know generated ids; such calls and results are matched by name and order. */
function callId(id: string): { readonly id?: string } {
  return isMadeCallId(id) ? {} : { id };
}

function callNames(previous: ModelMessage | undefined): ReadonlyMap<string, string> {
  const blocks = previous?.role === 'assistant' ? previous.content : [];
  return new Map(blocks.filter((block) => block.type === 'tool_use').map(({ id, name }) => [id, name]));
}

/** All results come before anything else, one for each call. */
function userParts(
  { results, others }: CleanUser,
  nameOf: ReadonlyMap<string, string>,
  toWire: (name: string) => string,
): readonly WireValue[] {
  const responses = results.map((result) => ({
    functionResponse: {
      ...callId(result.tool_use_id),
      name: toWire(nameOf.get(result.tool_use_id) ?? 'unknown'),
      response: responseOf(result),
    },
  }));
  const images = results.flatMap(({ content, tool_use_id: id }) => {
    const found = imagesOf(content);
    return found.length === 0 ? [] : [imageTitle(id), ...found];
  });
  return [...responses, ...[...images, ...others].map(part)];
}

function responseOf({ content, is_error: isError }: ToolResultBlock): WireValue {
  const text = textsOf(content).join('\n');
  return isError ? { error: text } : { output: text };
}

function part(block: SaidBlock): WireValue {
  if (block.type === 'linked_file') return { text: linkAsText(block) };
  return block.type === 'text'
    ? { text: block.text }
    : { inlineData: { mimeType: block.source.media_type, data: block.source.data } };
}

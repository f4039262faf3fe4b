import type { CallToolResult } from '@modelcontextprotocol/server';
import { present } from '@sluice/base';
import type {
  AnyTool,
  CallResult,
  EndedMessage,
  InputValidator,
  JsonObject,
  ResultStore,
  ToolSchema,
} from '@sluice/core';
import { boundStructure, type Structure } from './bound-structure.ts';
import { mcpContent, mcpResultView } from './mcp-content.ts';
import { fitsPromise, isOfServer, promisedOutput, structureIn, structureOf } from './promised-output.ts';
import type { StoredResults } from './stored-results.ts';

export interface CallEnd {
  /** Undefined: there is no tool of that name. */
  readonly tool: AnyTool | undefined;
  readonly result: CallResult;
  readonly ended: EndedMessage;
  /** Where the whole result is, if the client got a preview. */
  readonly storedAt: string | undefined;
}

export interface CallResultContext {
  readonly stored: StoredResults;
  /** Keeps structured content that is too long. Undefined: nothing does. */
  readonly store: Pick<ResultStore, 'put'> | undefined;
  readonly validator: InputValidator;
}

/** The result of a call as its client gets it: the model's view, and the client view beside it, each within its bounds. */
export async function callResult(
  { tool, result, ended, storedAt }: CallEnd,
  context: CallResultContext,
): Promise<CallToolResult> {
  const { isError } = result;
  const view =
    tool && storedAt === undefined ? mcpResultView(tool.annotations, result.clientView) : undefined;
  const [block] = ended.results;
  const content = view?.content ?? mcpContent(block?.content ?? result.content);
  const added = (ended.message?.content ?? []).flatMap((part) => (part.type === 'text' ? [part] : []));
  const links = storedAt === undefined ? [] : [context.stored.add(storedAt, result.name)];
  const stop = ended.stop === undefined ? [] : [`[Stop here: ${ended.stop.reason}]`];
  const texts = [...added.map(({ text }) => text), ...stop].map((text) => ({ type: 'text' as const, text }));
  const whole = [...content, ...links, ...texts];
  if (tool === undefined || (isError && !isOfServer(tool))) return { content: whole, isError };
  const own = isError ? undefined : view?.structuredContent;
  const promised = own === undefined ? await promisedOutput(tool, context.validator) : undefined;
  if (own === undefined && promised === undefined && !isOfServer(tool)) return { content: whole };
  const structure = own === undefined ? structureIn(tool, result.clientView) : structureOf(own);
  return withStructure({ content: whole, isError, tool, structure, promised }, context);
}

async function withStructure(
  {
    content,
    isError,
    tool,
    structure,
    promised,
  }: {
    readonly content: CallToolResult['content'];
    readonly isError: boolean;
    readonly tool: AnyTool;
    readonly structure: Structure | undefined;
    readonly promised: ToolSchema | undefined;
  },
  { validator, ...places }: CallResultContext,
): Promise<CallToolResult> {
  const fits = (value: JsonObject): boolean | Promise<boolean> =>
    promised === undefined || fitsPromise(value, promised, validator);
  const contentChars = content.reduce((sum, item) => sum + (item.type === 'text' ? item.text.length : 0), 0);
  const bounded = structure && (await boundStructure(structure, { tool, contentChars, fits, ...places }));
  const { value: structuredContent, notes = [], meta } = bounded ?? {};
  const noted = [...content, ...notes];
  const ofError = isError ? { isError } : {};
  if (structuredContent !== undefined)
    return { content: noted, structuredContent, ...present({ _meta: meta }), ...ofError };
  if (isError || promised === undefined) return { content: noted, ...ofError };
  // A client refuses a result without the structure that it was promised, unless it is an error.
  const why = notes.length > 0 ? 'is missing' : 'does not match its schema and was left out';
  const note = `${tool.name} succeeded, but its structured output ${why}.`;
  return { content: [...noted, { type: 'text', text: `[${note}]` }], isError: true };
}

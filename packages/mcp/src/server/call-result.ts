import type { CallToolResult } from '@modelcontextprotocol/server';
import type { AnyTool, CallResult, EndedMessage } from '@sluice/core';
import type { InputValidator } from '@sluice/core';
import { mcpContent, mcpResultView } from './mcp-content.ts';
import { fitsPromise, isOfServer, promisedOutput, structureIn } from './promised-output.ts';
import type { StoredResults } from './stored-results.ts';

export interface CallEnd {
  /** Undefined: there is no tool of that name. */
  readonly tool: AnyTool | undefined;
  readonly result: CallResult;
  readonly ended: EndedMessage;
  /** Where the whole result is, if the client got a preview. */
  readonly storedAt: string | undefined;
}

/** The result of a call as its client gets it: the model's view, within its bounds, and the client view beside it. */
export async function callResult(
  { tool, result, ended, storedAt }: CallEnd,
  stored: StoredResults,
  validator: InputValidator,
): Promise<CallToolResult> {
  const { isError } = result;
  const view =
    tool && storedAt === undefined ? mcpResultView(tool.annotations, result.clientView) : undefined;
  const [block] = ended.results;
  const content = view?.content ?? mcpContent(block?.content ?? result.content);
  const added = (ended.message?.content ?? []).flatMap((part) => (part.type === 'text' ? [part] : []));
  const links = storedAt === undefined ? [] : [stored.add(storedAt, result.name)];
  const stop = ended.stop === undefined ? [] : [`[Stop here: ${ended.stop.reason}]`];
  const texts = [...added.map(({ text }) => text), ...stop].map((text) => ({ type: 'text' as const, text }));
  const whole = [...content, ...links, ...texts];
  if (tool === undefined || (isError && !isOfServer(tool))) return { content: whole, isError };
  if (!isError && view?.structuredContent !== undefined)
    return { content: whole, structuredContent: view.structuredContent };
  return withStructure(whole, isError, tool, result.clientView, validator);
}

async function withStructure(
  content: CallToolResult['content'],
  isError: boolean,
  tool: AnyTool,
  clientView: unknown,
  validator: InputValidator,
): Promise<CallToolResult> {
  const promised = await promisedOutput(tool, validator);
  const ofError = isError ? { isError } : {};
  if (promised === undefined && !isOfServer(tool)) return { content };
  const structuredContent = structureIn(tool, clientView);
  const isRight =
    structuredContent !== undefined &&
    (promised === undefined || (await fitsPromise(structuredContent, promised, validator)));
  if (isRight) return { content, structuredContent, ...ofError };
  if (isError || promised === undefined) return { content, ...ofError };
  // A client refuses a result without the structure that it was promised, unless it is an error.
  const note = `${tool.name} did its work, but its structured output does not fit its schema and was left out.`;
  return { content: [...content, { type: 'text', text: `[${note}]` }], isError: true };
}

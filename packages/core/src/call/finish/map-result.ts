import type { ModelContent } from '../../data/content.ts';
import { getOwn } from '../../data/json.ts';
import type { ToolResult } from '../../tool/result.ts';
import type { AnyTool, ClientNotes } from '../../tool/tool.ts';
import { append, defaultContent } from '../../result/content.ts';
import type { Call } from '../../engine/call.ts';
import type { Outcome } from '../../data/outcome.ts';
import { outcomeForModel } from '../../outcome/outcome-text.ts';
import { messageOf, tryOr } from '../../tool/predicates.ts';
import type { Ran } from '../../engine/ran.ts';

/** The result of stage 7. */
export interface Mapped {
  readonly outcome: Outcome;
  readonly content: ModelContent;
  readonly data: unknown;
  readonly result: ToolResult<unknown> | undefined;
}

/** Stage 7: a tool's result as blocks for the model. */
export function mapResult(call: Call, tool: AnyTool, ran: Ran): Mapped {
  if (ran.kind === 'error') {
    const outcome = failed(call, ran.code, ran.message);
    return { outcome, content: outcomeForModel(outcome, call.name), data: undefined, result: undefined };
  }
  const { result } = ran;
  const { data } = result;
  try {
    if (result.failure === undefined) {
      return { outcome: { code: 'ok' }, content: toModel(call, tool, data), data, result };
    }
    const outcome = failed(call, result.failure.code, result.failure.message);
    const text = outcomeForModel(outcome, call.name);
    if (data === undefined) return { outcome, content: text, data, result };
    const content = toModel(call, tool, data);
    return { outcome, content: outcome.code === 'cancelled' ? after(content, text) : content, data, result };
  } catch (error) {
    const message = `${call.name} finished, but its result could not be shown: ${messageOf(error)}`;
    const outcome: Outcome = { code: 'tool-error', errorCode: 'mapping-failed', message };
    return { outcome, content: message, data, result };
  }
}

/** An error while the call was being canceled is treated as the cancellation. */
function failed(call: Call, errorCode: string, message: string): Exclude<Outcome, { code: 'ok' }> {
  return call.cancelReason === undefined
    ? { code: 'tool-error', errorCode, message }
    : { code: 'cancelled', reason: call.cancelReason, started: true };
}

export function toModel(call: Call, tool: AnyTool, data: unknown): ModelContent {
  const content: unknown = tool.toModel === undefined ? defaultContent(data) : tool.toModel(data, call.input);
  if (isModelContent(content)) return content;
  throw new Error('"toModel" returned neither text nor a list of blocks');
}

function after(content: ModelContent, text: string): ModelContent {
  if (typeof content === 'string') return append(content, text);
  if ('type' in content)
    return { ...content, prefix: content.prefix === undefined ? text : `${content.prefix}\n${text}` };
  return append(content, text);
}

export function hookView(call: Call, tool: AnyTool, mapped: Mapped): unknown {
  const { data } = mapped;
  return data === undefined || tool.toHook === undefined
    ? clientView(call, tool, mapped)
    : tryOr(() => tool.toHook?.(data, call.input), undefined);
}

export function clientView(call: Call, tool: AnyTool, { data }: Mapped, notes: ClientNotes = {}): unknown {
  if (data === undefined || tool.toClient === undefined) return data;
  try {
    return tool.toClient(data, call.input, notes);
  } catch {
    return undefined;
  }
}

/** The client view of a settled call whose result is a reference to an earlier one. If this throws, there is none. */
export function unchangedClientView({ tool, result, input }: Call): unknown {
  if (result?.data === undefined || tool?.toClientAsUnchanged === undefined) return result?.clientView;
  try {
    return tool.toClientAsUnchanged(result.data, input);
  } catch {
    return result.clientView;
  }
}

function isModelContent(content: unknown): content is ModelContent {
  if (typeof content === 'string') return true;
  if (Array.isArray(content)) {
    return content.every(
      (block: unknown) =>
        typeof block === 'object' && block !== null && typeof getOwn(block, 'type') === 'string',
    );
  }
  return typeof content === 'object' && content !== null && getOwn(content, 'type') === 'stored-text';
}

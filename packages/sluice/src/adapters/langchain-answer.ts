import { interrupt } from '@langchain/langgraph';
import type { ToolCall } from '@sluice/core';

/** What a person has said about a call. `none`: the application has no way to ask. */
export type LangChainAnswer =
  | { readonly kind: 'approved' | 'none' }
  | { readonly kind: 'rejected'; readonly message: string | undefined };

/** What an interrupt of LangGraph shows: a request in the form of LangChain's `humanInTheLoopMiddleware`. */
export interface LangChainRequest {
  readonly callId: string;
  readonly actionRequests: readonly {
    readonly name: string;
    readonly args: unknown;
    readonly description: string;
  }[];
  readonly reviewConfigs: readonly {
    readonly actionName: string;
    readonly allowedDecisions: readonly ('approve' | 'reject')[];
  }[];
}

/**
 * Interrupts the graph until it is resumed with an answer: `{ decisions: [{ type: 'approve' | 'reject', message? }] }`, or one decision. A
 * `callId` in it must be that of the call.
 *
 * @param noteAsked called when there is no answer yet, before the graph is interrupted
 */
export async function askByInterrupt(
  { id, name, input }: ToolCall,
  reason: string,
  noteAsked: () => Promise<void>,
): Promise<LangChainAnswer> {
  const request: LangChainRequest = {
    callId: id,
    actionRequests: [{ name, args: input, description: reason }],
    reviewConfigs: [{ actionName: name, allowedDecisions: ['approve', 'reject'] }],
  };
  try {
    return read(interrupt<LangChainRequest, unknown>(request), id);
  } catch (error) {
    if (isOutside(error)) return { kind: 'none' };
    await noteAsked();
    throw error;
  }
}

/** An earlier run of this call asked, and the graph is resumed with the answer: whatever the rules say now, it counts. */
export function isAnswered(configurable: unknown, callId: string): boolean {
  const pad = field(configurable, '__pregel_scratchpad');
  const task = field(field(pad, 'currentTaskInput'), 'lg_tool_call');
  if (field(task, 'id') !== callId) return false;
  const resume = field(pad, 'resume');
  return field(pad, 'nullResume') !== undefined || (Array.isArray(resume) && resume.length > 0);
}

function read(answer: unknown, callId: string): LangChainAnswer {
  const decisions = field(answer, 'decisions');
  const decision: unknown = Array.isArray(decisions) ? decisions[0] : answer;
  const given = field(answer, 'callId') ?? field(decision, 'callId');
  const type = field(decision, 'type');
  if (type === 'approve' && (given === undefined || given === callId)) return { kind: 'approved' };
  const message = field(decision, 'message');
  return { kind: 'rejected', message: typeof message === 'string' ? message : undefined };
}

/** The tool runs outside a graph, or in one without a checkpointer. */
function isOutside(error: unknown): boolean {
  if (field(error, 'lc_error_code') === 'MISSING_CHECKPOINTER') return true;
  return error instanceof Error && /outside the context of a graph|No configurable found/.test(error.message);
}

function field(of: unknown, name: string): unknown {
  return typeof of === 'object' && of !== null ? Reflect.get(of, name) : undefined;
}

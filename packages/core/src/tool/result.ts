import type { ToolPermissionUpdate } from '../permission/context/tool-update.ts';
import type { JsonObject } from '../data/json.ts';
import type { SessionContext } from './context.ts';
import type { NewMessage } from './new-message.ts';

/** How a tool's work ended. A throw is reported as a failure with code `exception`. */
export type ToolResult<Output> = ToolSuccess<Output> | ToolFailure<Output>;

interface ToolResultExtras {
  /** Messages that follow the results in the same user message, in call order, each marked as this tool's. Limited like its result. */
  readonly newMessages?: readonly NewMessage[];
  /**
   * Changes any part of the session's context for later calls, applied in call order. A tool that returns one should declare
   * `changesContext`; from any other it is applied once all earlier calls have settled, and reported as a notice.
   */
  readonly modifyContext?: (context: SessionContext) => SessionContext;
  /**
   * Changes of permission for the rest of the session: applied in call order, like those that a person saves with an answer. They never
   * remove a deny or ask rule, and set no mode that isn't available; what can't be done is reported as a notice.
   */
  readonly permissionUpdates?: readonly ToolPermissionUpdate[];
  /** `_meta` of MCP, passed through to the client view. */
  readonly metadata?: JsonObject;
}

export interface ToolSuccess<Output> extends ToolResultExtras {
  readonly data: Output;
  readonly failure?: undefined;
}

export interface ToolFailure<Output> extends ToolResultExtras {
  /** `message` is written for the model: what went wrong, where, and how to fix it. `code` is a short kebab-case word. */
  readonly failure: { readonly code: string; readonly message: string };
  /** With data, the model sees `toModel(data)` marked as an error instead of the bare message. */
  readonly data?: Output;
}

/** What a generator tool yields: any number of progress events, then exactly one result, then nothing. */
export type ToolYield<Output, Progress = unknown> = { readonly progress: Progress } | ToolResult<Output>;

export function fail(code: string, message: string): ToolFailure<never> {
  return { failure: { code, message } };
}

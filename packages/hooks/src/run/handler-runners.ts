import type { JsonObject } from '@sluice/core';
import { fillPrompt, fillInput } from './fill-from-event.ts';
import type { DelegatedHandler, HookHandler } from '../read/hook-handler.ts';

/** The answer of a model or an agent to a hook's question. */
export interface HookJudgment {
  readonly ok: boolean;
  /** Why not: for the model, or for the user if the work ends. */
  readonly reason?: string;
  /** At Stop: more work can't achieve it. */
  readonly impossible?: boolean;
}

/** Nothing can be asked for the rest of the session: why. A throw, in contrast, is a failure that may pass. */
export interface HookUnavailable {
  readonly unavailable: string;
}

export interface HookQuestion {
  /** Includes the event's JSON. */
  readonly prompt: string;
  /** As named by the hook; undefined: the runner chooses. */
  readonly model: string | undefined;
  /** Aborted when no one is waiting anymore. */
  readonly signal: AbortSignal;
}

/**
 * Runs the handlers that need more than this package has. Each call is awaited, in parallel with other hooks of the event and up to the
 * handler's timeout; a throw is a failed hook. If one is absent, its hooks fail each time with a message, and at PreToolUse the call
 * requires approval.
 */
export interface HandlerRunners {
  /** `mcp_tool`: calls a tool of a server. Its text is treated as command output. Throws if the server isn't connected. */
  readonly mcpTool?: (call: {
    readonly server: string;
    readonly tool: string;
    readonly input: JsonObject;
    readonly signal: AbortSignal;
  }) => Promise<{ readonly text: string; readonly isError?: boolean }>;
  /** `callback`: asks the program that started this one. Its text is treated as command output. */
  readonly callback?: (call: {
    readonly id: string;
    readonly input: JsonObject;
    readonly signal: AbortSignal;
  }) => Promise<{ readonly text: string }>;
  /** `prompt`: asks a model once. */
  readonly prompt?: (question: HookQuestion) => Promise<HookJudgment | HookUnavailable>;
  /** `agent`: lets an agent investigate, for at most 50 turns. */
  readonly agent?: (question: HookQuestion) => Promise<HookJudgment | HookUnavailable>;
}

/** Runs a handler with the event as JSON; undefined if nothing can. */
export function runnerFor(
  handler: DelegatedHandler,
  { mcpTool, callback, prompt, agent }: HandlerRunners = {},
): ((input: JsonObject, context: { readonly signal: AbortSignal }) => Promise<unknown>) | undefined {
  switch (handler.kind) {
    case 'mcp_tool': {
      const { server, tool, input } = handler;
      return (
        mcpTool && ((event, { signal }) => mcpTool({ server, tool, input: fillInput(input, event), signal }))
      );
    }
    case 'callback': {
      const { id } = handler;
      return callback && ((input, { signal }) => callback({ id, input, signal }));
    }
    case 'prompt':
    case 'agent': {
      const { model } = handler;
      const ask = handler.kind === 'prompt' ? prompt : agent;
      return (
        ask && ((event, { signal }) => ask({ prompt: fillPrompt(handler.prompt, event), model, signal }))
      );
    }
    case 'unavailable':
      return undefined;
    default:
      return handler satisfies never;
  }
}

/** Whether a handler can be run at all. */
export function isRunnable(handler: HookHandler, runners: HandlerRunners | undefined): boolean {
  switch (handler.kind) {
    case 'command':
    case 'http':
    case 'function':
      return true;
    default:
      return runnerFor(handler, runners) !== undefined;
  }
}

/** The handler types that have a runner. */
export function typesRun({ mcpTool, callback, prompt, agent }: HandlerRunners = {}): ReadonlySet<string> {
  const types = Object.entries({ mcp_tool: mcpTool, callback, prompt, agent });
  return new Set(types.flatMap(([type, run]) => (run === undefined ? [] : [type])));
}

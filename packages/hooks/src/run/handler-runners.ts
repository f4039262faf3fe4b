import type { JsonObject } from '@sluice/core';
import { fillPrompt, fillInput } from './fill-from-event.ts';
import type { DelegatedHandler, HookHandler } from '../read/hook-handler.ts';

/** A model's, or an agent's, answer to the question of a hook. */
export interface HookJudgement {
  readonly ok: boolean;
  /** Why not: for the model, or for the person where the work ends. */
  readonly reason?: string;
  /** At Stop: no more work would make it so. */
  readonly impossible?: boolean;
}

export interface HookQuestion {
  /** With the event's JSON in it. */
  readonly prompt: string;
  /** As the hook names it; undefined: whoever answers chooses. */
  readonly model: string | undefined;
  /** Aborts when nobody waits any more. */
  readonly signal: AbortSignal;
}

/**
 * Who runs the handlers that need more than this package has. Each is awaited, beside other hooks of the event and no longer than the
 * handler's time-out; a throw is a hook that has failed. Where one is left out, its hooks fail each time with a text that says so,
 * and at PreToolUse the call is asked about.
 */
export interface HandlerRunners {
  /** `mcp_tool`: calls a tool of a server. Its text counts as a command's output. Throws where the server is not connected. */
  readonly mcpTool?: (call: {
    readonly server: string;
    readonly tool: string;
    readonly input: JsonObject;
    readonly signal: AbortSignal;
  }) => Promise<{ readonly text: string; readonly isError?: boolean }>;
  /** `prompt`: asks a model once. */
  readonly prompt?: (question: HookQuestion) => Promise<HookJudgement>;
  /** `agent`: has an agent look, 50 turns at most. */
  readonly agent?: (question: HookQuestion) => Promise<HookJudgement>;
}

/** Who runs a handler, given the event as JSON; undefined: nobody can. */
export function runnerFor(
  handler: DelegatedHandler,
  { mcpTool, prompt, agent }: HandlerRunners = {},
): ((input: JsonObject, context: { readonly signal: AbortSignal }) => Promise<unknown>) | undefined {
  switch (handler.kind) {
    case 'mcp_tool': {
      const { server, tool, input } = handler;
      return (
        mcpTool && ((event, { signal }) => mcpTool({ server, tool, input: fillInput(input, event), signal }))
      );
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

/** The types of handlers that somebody runs. */
export function typesRun({ mcpTool, prompt, agent }: HandlerRunners = {}): ReadonlySet<string> {
  const types = Object.entries({ mcp_tool: mcpTool, prompt, agent });
  return new Set(types.flatMap(([type, run]) => (run === undefined ? [] : [type])));
}

import { resolve } from 'node:path';
import { present } from '@sluice/base';
import {
  expandHome,
  isJsonObject,
  outcomeForModel,
  type PermissionMode,
  type PostToolUseHook,
  type ThinkingEffort,
} from '@sluice/core';
import { failureText } from './failure-text.ts';
import type { HookEvent } from '../events/event-lookup.ts';

/** Besides those about a call, the events whose input has the effort. */
const ENDS_TURN: ReadonlySet<HookEvent> = new Set(['PostToolBatch', 'Stop', 'SubagentStop']);

/** Input fields that hold a file path. */
const PATHS: ReadonlySet<string> = new Set(['file_path', 'notebook_path']);

/** An agent in the form that hooks read. */
export interface HookAgent {
  readonly id: string;
  readonly type: string;
}

/** The input of a hook. */
export interface HookFields {
  readonly cwd: string;
  /** The sub-agent that the event belongs to. Default: the main agent. */
  readonly agent?: HookAgent | undefined;
  /** The call, if the event is about one. */
  readonly call?: { readonly toolName: string; readonly input: unknown } | undefined;
  /** Fields of the event besides the common ones. */
  readonly fields: object;
}

/** Common to all events of a session. */
export interface SessionFacts {
  readonly sessionId: () => string;
  /** Absolute. */
  readonly transcriptPath: () => string;
  /** @param agentId default: the main agent's */
  readonly permissionMode: (agentId?: string) => PermissionMode;
  /** Of the user's last prompt. Undefined: there was none yet. */
  readonly promptId?: (() => string | undefined) | undefined;
  /**
   * How much the agent's model thinks. Undefined: as it does by itself.
   * @param agentId default: the main agent's
   */
  readonly effort?: ((agentId?: string) => ThinkingEffort | undefined) | undefined;
  /** What `~` stands for in the paths of calls. */
  readonly home: string | undefined;
}

/** The JSON that a hook reads from its standard input. @throws what `JSON.stringify` throws for an output */
export function hookInput(
  event: HookEvent,
  { cwd, agent, call, fields }: HookFields,
  sessionContext: SessionFacts,
): string {
  const level = effortAt(event, { agent, call }, sessionContext);
  return JSON.stringify({
    session_id: sessionContext.sessionId(),
    transcript_path: sessionContext.transcriptPath(),
    cwd,
    permission_mode: sessionContext.permissionMode(agent?.id),
    hook_event_name: event,
    ...present({
      prompt_id: sessionContext.promptId?.(),
      effort: level && { level },
      agent_id: agent?.id,
      agent_type: agent?.type,
      tool_name: call?.toolName,
      tool_input: call && withWholePaths(call.input, cwd, sessionContext.home),
    }),
    ...fields,
  });
}

/** How much the agent's model thinks, at events about a call or the end of a turn. Undefined: as it does by itself, or another event. */
export function effortAt(
  event: HookEvent,
  { agent, call }: Pick<HookFields, 'agent' | 'call'>,
  { effort }: Pick<SessionFacts, 'effort'>,
): ThinkingEffort | undefined {
  return call !== undefined || ENDS_TURN.has(event) ? effort?.(agent?.id) : undefined;
}

/** A relative path, or another spelling of the home directory, must not get around a path check. */
export function withWholePaths(input: unknown, cwd: string, home: string | undefined): unknown {
  if (!isJsonObject(input)) return input;
  const fields = Object.entries(input).map(([key, value]) =>
    PATHS.has(key) && typeof value === 'string' && value !== ''
      ? [key, resolve(cwd, expandHome(value, home))]
      : [key, value],
  );
  return Object.fromEntries(fields);
}

type FinishedCall = Parameters<PostToolUseHook['run']>[0];

/** The result of a call. */
export function afterwards({ callId, toolName, output, content, outcome, durationMs }: FinishedCall): object {
  const ended = { tool_use_id: callId, tool_response: output ?? null, duration_ms: Math.round(durationMs) };
  if (outcome.code === 'ok') return ended;
  return {
    ...ended,
    error: failureText(outcomeForModel(outcome, toolName), content),
    is_interrupt: isInterrupted(outcome),
  };
}

/** The user or a program stopped it. Unlike a timeout, that isn't a failure. */
export function isInterrupted(outcome: FinishedCall['outcome']): boolean {
  return outcome.code === 'cancelled' && outcome.reason.kind !== 'timeout';
}

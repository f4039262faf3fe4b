import { resolve } from 'node:path';
import { isJsonObject, outcomeForModel, type HookCall, type Outcome } from '@sluice/core';
import { clipMiddle } from './clip-text.ts';
import type { FiredEvent } from './hook-events.ts';
import type { HookSurroundings } from './hook-surroundings.ts';

/** What came of the call, for the events after it. */
export interface Finished {
  readonly output: unknown;
  readonly outcome: Outcome;
  readonly durationMs: number;
}

/** Characters of an error. */
const MOST_ERROR = 10_000;

/** Fields of inputs that hold the path of a file. */
const PATHS: ReadonlySet<string> = new Set(['file_path', 'notebook_path']);

/** The JSON that a hook reads from its standard input. @throws what `JSON.stringify` throws of an output */
export function hookInput(
  event: FiredEvent,
  call: HookCall,
  finished: Finished | undefined,
  surroundings: Pick<HookSurroundings, 'sessionId' | 'transcriptPath' | 'permissionMode'>,
): string {
  return JSON.stringify({
    session_id: surroundings.sessionId(),
    transcript_path: surroundings.transcriptPath(),
    cwd: call.cwd,
    permission_mode: surroundings.permissionMode(),
    hook_event_name: event,
    tool_name: call.toolName,
    tool_input: withWholePaths(call.input, call.cwd),
    tool_use_id: call.callId,
    ...(finished === undefined ? {} : afterwards(finished, call)),
  });
}

/** A check of paths must not be dodged by a relative one. */
function withWholePaths(input: unknown, cwd: string): unknown {
  if (!isJsonObject(input)) return input;
  const fields = Object.entries(input).map(([key, value]) =>
    PATHS.has(key) && typeof value === 'string' && value !== '' ? [key, resolve(cwd, value)] : [key, value],
  );
  return Object.fromEntries(fields);
}

function afterwards({ output, outcome, durationMs }: Finished, call: HookCall): object {
  const duration_ms = Math.round(durationMs);
  if (outcome.code === 'ok') return { tool_response: output ?? null, duration_ms };
  return {
    error: clipMiddle(outcomeForModel(outcome, call.toolName), MOST_ERROR),
    is_interrupt: outcome.code === 'cancelled',
    tool_response: output ?? null,
    duration_ms,
  };
}

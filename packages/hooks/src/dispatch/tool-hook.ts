import type { Hook, HookCall, PreToolUseResult } from '@sluice/core';
import { isEngineEvent } from '../events/event-lookup.ts';
import { kindText, placeText, type HookHandler } from '../read/hook-handler.ts';
import { hookName } from '../read/hook-speaker.ts';
import { isRunnable } from '../run/handler-runners.ts';
import { afterwards, isInterrupted, withWholePaths, type HookFields } from '../run/hook-input.ts';
import { shownText } from '../run/shown-text.ts';
import { askHook } from './ask-hook.ts';
import { concernOf } from './concern-of.ts';
import { engineHook, type EngineHandler, type EngineHookInput } from './engine-hook.ts';
import type { HookContext } from './hook-context.ts';

export function isToolHandler(handler: HookHandler): handler is EngineHandler {
  return isEngineEvent(handler.event);
}

/** A handler from the settings as an engine function. */
export function toolHook(
  handler: EngineHandler,
  matches: (toolName: string) => boolean,
  context: HookContext,
): Hook {
  const isRun = isRunnable(handler, context.runners);
  const ask = askHook(handler, context);
  const { event, place, statusMessage } = handler;
  const concerns = concernOf(handler, context);
  const isAfter = event === 'PostToolUse' || event === 'PostToolUseFailure';
  const base = {
    name: hookName(handler),
    place: placeText(place),
    statusMessage,
    matches,
    concerns:
      concerns === undefined
        ? undefined
        : (call: Pick<HookCall, 'toolName' | 'input' | 'cwd'>) => concerns({ call, cwd: call.cwd }),
    effects: isAfter && (handler.hasNoEffects || !isRun) ? ('none' as const) : undefined,
  };
  if (event === 'PreToolUse' && !isRun) return { ...base, event, run: () => guard(handler) };
  return engineHook(
    handler,
    base,
    async (told) => {
      if ('outcome' in told && isInterrupted(told.outcome)) return undefined;
      const { signal, progress: onOutput } = told;
      const callId = 'callId' in told ? told.callId : undefined;
      return ask({ ...jsonOf(told, context.home), callId, signal, onOutput });
    },
    context.clip,
  );
}

/** The engine's description, in the form that programs read. */
function jsonOf(told: EngineHookInput, home: string | undefined): HookFields {
  const { cwd, agent } = told;
  if ('calls' in told) {
    const tool_calls = told.calls.map(({ callId, toolName, input, content }) => ({
      tool_name: toolName,
      tool_input: withWholePaths(input, cwd, home),
      tool_use_id: callId,
      tool_response: shownText(content),
    }));
    return { cwd, agent, fields: { tool_calls } };
  }
  const { callId, toolName, input } = told;
  const call = { toolName, input };
  if ('outcome' in told) return { cwd, agent, call, fields: afterwards(told) };
  const reason = 'reason' in told ? told.reason : undefined;
  return { cwd, agent, call, fields: { tool_use_id: callId, reason } };
}

/**
 * If a hook can't run, there is no way to know what it would have denied, so the user decides; with no one to ask, the call is denied.
 * Passing it silently would remove the guard.
 */
function guard(handler: EngineHandler): PreToolUseResult {
  const place = placeText(handler.place);
  const reason = `${kindText(handler)} can't run yet, and the one at ${place} is there to check this call`;
  return { decision: handler.onFailure === 'block' ? 'deny' : 'ask', reason };
}

import type { Hook, HookCall, HookProgram, PreToolUseResult } from '@sluice/core';
import { askHook, type HeardHook } from './ask-hook.ts';
import { concernOf } from './concern-of.ts';
import { eventPart } from '../answer/event-part.ts';
import { isRunnable } from '../run/handler-runners.ts';
import type { HookContext } from './hook-context.ts';
import { isEngineEvent } from '../events/hook-events.ts';
import { kindText, placeText, type HookHandler } from '../read/hook-handler.ts';
import { afterwards, isInterrupted, withWholePaths } from '../run/hook-input.ts';
import { hookName } from '../read/hook-speaker.ts';
import type { HookMeaning } from '../answer/interpret-run.ts';
import { postResult } from '../answer/post-result.ts';
import { preResult } from '../answer/pre-result.ts';
import { shownText } from '../run/shown-text.ts';

/** A handler of an event that the engine fires by itself. */
type ToolHandler = HookHandler & { readonly event: Hook['event'] };

export function isToolHandler(handler: HookHandler): handler is ToolHandler {
  return isEngineEvent(handler.event);
}

/** A handler as a function of the engine; none for an event that the engine does not fire. */
export function toolHook(
  handler: ToolHandler,
  matches: (toolName: string) => boolean,
  context: HookContext,
): readonly Hook[] {
  const isRun = isRunnable(handler, context.runners);
  const ask = askHook(handler, context);
  const { clip } = context;
  const { event, place, statusMessage } = handler;
  const concerns = concernOf(handler, context);
  const base = {
    name: hookName(handler),
    place: placeText(place),
    ...(statusMessage !== undefined && { statusMessage }),
    matches,
    ...(concerns !== undefined && {
      concerns: (call: Pick<HookCall, 'toolName' | 'input' | 'cwd'>) => concerns({ call, cwd: call.cwd }),
    }),
  };
  switch (event) {
    case 'PreToolUse':
      if (!isRun) return [{ ...base, event, run: () => guard(handler) }];
      return [
        {
          ...base,
          event,
          async run({ toolName, input, cwd, signal, callId, progress }) {
            const call = { toolName, input };
            const meaning = await ask({
              cwd,
              call,
              callId,
              signal,
              fields: { tool_use_id: callId },
              onOutput: progress,
            });
            return meaning === undefined
              ? undefined
              : withProgram(meaning, await preResult(handler, meaning, clip));
          },
        },
      ];
    case 'PostToolUse':
    case 'PostToolUseFailure':
      return [
        {
          ...base,
          event,
          ...((handler.hasNoEffects || !isRun) && { effects: 'none' as const }),
          async run(call) {
            if (isInterrupted(call.outcome)) return undefined;
            const { cwd, signal, callId, progress: onOutput } = call;
            const meaning = await ask({ cwd, call, callId, signal, fields: afterwards(call), onOutput });
            return meaning === undefined
              ? undefined
              : withProgram(meaning, await postResult(handler, meaning, clip));
          },
        },
      ];
    case 'PostToolBatch':
      return [
        {
          ...base,
          event,
          async run({ cwd, signal, calls, progress }) {
            const tool_calls = calls.map(({ callId, toolName, input, content }) => ({
              tool_name: toolName,
              tool_input: withWholePaths(input, cwd, context.home),
              tool_use_id: callId,
              tool_response: shownText(content),
            }));
            const meaning = await ask({ cwd, signal, fields: { tool_calls }, onOutput: progress });
            const part = meaning === undefined ? undefined : await eventPart(handler, meaning, clip);
            if (meaning === undefined) return undefined;
            if (part === undefined) return withProgram(meaning, { ended: 'cancelled' as const });
            const { blockingReason, additionalContext, stop, infos, errors } = part;
            // To block here is to end the loop: the calls have happened.
            const ending = stop ?? (blockingReason === undefined ? undefined : { reason: blockingReason });
            return {
              ...(additionalContext !== undefined && { additionalContext }),
              ...(ending !== undefined && { stop: ending }),
              ...sequenceOf(meaning),
              ...endOf(meaning.kind),
              ...programIn(meaning),
              notices: [...infos, ...errors],
            };
          },
        },
      ];
    case 'PermissionDenied':
      return [
        {
          ...base,
          event,
          async run({ toolName, input, cwd, signal, callId, reason, progress }) {
            const fields = { tool_use_id: callId, reason };
            const meaning = await ask({
              cwd,
              call: { toolName, input },
              callId,
              signal,
              fields,
              onOutput: progress,
            });
            const part = meaning === undefined ? undefined : await eventPart(handler, meaning, clip);
            if (meaning === undefined) return undefined;
            if (part === undefined) return withProgram(meaning, { ended: 'cancelled' as const });
            const { more, stop, infos, errors } = part;
            return {
              ...(stop !== undefined && { stop }),
              ...sequenceOf(meaning),
              ...(more.retry === true && { retry: true }),
              ...endOf(meaning.kind),
              ...programIn(meaning),
              notices: [...infos, ...errors],
            };
          },
        },
      ];
    default:
      return event satisfies never;
  }
}

function withProgram<Result extends object>(heard: HeardHook, result: Result): Result {
  return { ...result, ...programIn(heard) };
}

function programIn({ program }: HeardHook): { readonly program?: HookProgram } {
  return program === undefined ? {} : { program };
}

function sequenceOf(meaning: HookMeaning | undefined): { readonly terminalSequence?: string } {
  const answer = meaning !== undefined && 'answer' in meaning ? meaning.answer : undefined;
  return answer?.terminalSequence === undefined ? {} : { terminalSequence: answer.terminalSequence };
}

function endOf(kind: string | undefined): { readonly ended?: 'failed' | 'timed-out' } {
  return kind === 'failed' || kind === 'timed-out' ? { ended: kind } : {};
}

/**
 * Nobody knows what a hook that can't run would have forbidden, so a person decides; with nobody to ask the call is
 * refused. To let it pass in silence would be to take the guard away.
 */
function guard(handler: ToolHandler): PreToolUseResult {
  const place = placeText(handler.place);
  const reason = `${kindText(handler)} can't run yet, and the one at ${place} is there to check this call`;
  return { decision: handler.onFailure === 'block' ? 'deny' : 'ask', reason };
}

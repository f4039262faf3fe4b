import type { Hook, HookProgram } from '@sluice/core';
import { eventPart } from '../answer/event-part.ts';
import type { HookMeaning } from '../answer/interpret-run.ts';
import { postResult } from '../answer/post-result.ts';
import { preResult } from '../answer/pre-result.ts';
import type { HookHandler } from '../read/hook-handler.ts';
import type { HeardHook } from './ask-hook.ts';

/** The engine's description of an event. */
export type EngineHookInput = Parameters<Hook['run']>[0];

/** A handler of an event that the engine fires itself. */
export type EngineHandler = HookHandler & { readonly event: Hook['event'] };

type HookBase = Omit<Hook, 'event' | 'run' | 'effects'> & { readonly effects?: 'none' | undefined };

type Clip = (text: string) => Promise<string>;

/**
 * A handler as an engine function, whether a program or a function answers.
 * @param hear runs it; undefined: it has nothing to say
 */
export function engineHook(
  handler: EngineHandler,
  base: HookBase,
  hear: (told: EngineHookInput) => Promise<HeardHook | undefined>,
  clip: Clip,
): Hook {
  const { event } = handler;
  const run =
    <Result extends object>(
      resultOf: (handler: HookHandler, heard: HeardHook, clip: Clip) => Promise<Result>,
    ) =>
    async (
      told: EngineHookInput,
    ): Promise<(Result & { readonly program?: HookProgram | undefined }) | undefined> => {
      const heard = await hear(told);
      return heard === undefined
        ? undefined
        : { ...(await resultOf(handler, heard, clip)), program: heard.program };
    };
  switch (event) {
    case 'PreToolUse':
      return { ...base, event, run: run(preResult) };
    case 'PostToolUse':
    case 'PostToolUseFailure':
      return { ...base, event, run: run(postResult) };
    case 'PostToolBatch':
      return { ...base, event, run: run(batchResult) };
    case 'PermissionDenied':
      return { ...base, event, run: run(deniedResult) };
    default:
      return event satisfies never;
  }
}

async function batchResult(handler: HookHandler, meaning: HookMeaning, clip: Clip) {
  const part = await eventPart(handler, meaning, clip);
  const { additionalContext, blockingReason, stop } = part ?? {};
  // Blocking here means ending the loop: the calls have happened.
  const ending = stop ?? (blockingReason === undefined ? undefined : { reason: blockingReason });
  return { ...ended(meaning), additionalContext, stop: ending, notices: noticesOf(part) };
}

async function deniedResult(handler: HookHandler, meaning: HookMeaning, clip: Clip) {
  const part = await eventPart(handler, meaning, clip);
  const retry = part?.more.retry === true ? true : undefined;
  return { ...ended(meaning), retry, stop: part?.stop, notices: noticesOf(part) };
}

function noticesOf(part: Awaited<ReturnType<typeof eventPart>>): readonly string[] {
  return [...(part?.infos ?? []), ...(part?.errors ?? [])];
}

function ended(meaning: HookMeaning) {
  const { kind } = meaning;
  return {
    ended: kind === 'failed' || kind === 'timed-out' || kind === 'cancelled' ? kind : undefined,
    terminalSequence: 'answer' in meaning ? meaning.answer?.terminalSequence : undefined,
  };
}

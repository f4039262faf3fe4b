import { errorText } from '@sluice/base';
import type {
  Hook,
  PermissionDeniedHook,
  PostToolBatchHook,
  PostToolBatchResult,
  PostToolUseHook,
  PreToolUseHook,
} from '@sluice/core';
import { clipText } from '../run/clip-text.ts';
import { eventPart } from '../answer/event-part.ts';
import type { EventPart } from '../answer/event-verdict.ts';
import type { FunctionHandler } from '../read/hook-handler.ts';
import { interpretFunction } from '../answer/interpret-function.ts';
import type { HookMeaning } from '../answer/interpret-run.ts';
import { postResult } from '../answer/post-result.ts';
import { preResult } from '../answer/pre-result.ts';
import { runLimited } from '../run/run-function.ts';

interface Bounds {
  /** Milliseconds; its signal is aborted then. Default: 600,000, as for a command. */
  readonly timeoutMs?: number;
}

interface Strictness {
  /** `block`: a failure denies the call; after the call the model is told, after a message the loop ends. Default: the person is told, and nothing is decided. */
  readonly onFailure?: 'continue' | 'block';
  /** `deny`: so does a time-out. */
  readonly onTimeout?: 'continue' | 'deny';
}

/** A function about calls, which the engine tells of the call itself; a throw, a time-out and an answer that does not fit are failures. */
export type CallFunction =
  | ((PreToolUseHook | PostToolUseHook | PostToolBatchHook) & Bounds & Strictness)
  | (PermissionDeniedHook & Bounds);

/** Milliseconds. */
const DEFAULT_MS = 600_000;

type Told<One extends Hook> = Parameters<One['run']>[0];

type Clip = (text: string) => Promise<string>;

/** The functions of the moment for the engine, bounded and checked as those of the session are. One that stays is made ready once. */
export function callFunctions(
  list: () => readonly CallFunction[],
  /** Keeps the whole of a text that is cut; answers with its path. */
  keepText: (text: string) => Promise<string | undefined>,
): () => readonly Hook[] {
  const clip = (text: string): Promise<string> => clipText(text, keepText);
  const ready = new WeakMap<CallFunction, Hook>();
  return () => {
    try {
      return list().map((hook) => {
        const known = ready.get(hook) ?? checked(hook, clip);
        ready.set(hook, known);
        return known;
      });
    } catch (error) {
      return [guard(errorText(error))];
    }
  };
}

/** Nobody knows what a list that can't be had would have forbidden. */
function guard(problem: string): Hook {
  const reason = `the program's list of hooks can't be had (${problem}), and hooks in it may be there to check this call`;
  return { event: 'PreToolUse', name: 'the list of hooks', run: () => ({ decision: 'deny', reason }) };
}

function checked(hook: CallFunction, clip: Clip): Hook {
  switch (hook.event) {
    case 'PreToolUse':
      return {
        ...hook,
        async run(call: Told<PreToolUseHook>) {
          const { handler, meaning } = await heard(hook, call, (told) => hook.run(told));
          return preResult(handler, meaning, clip);
        },
      };
    case 'PostToolUse':
    case 'PostToolUseFailure':
      return {
        ...hook,
        async run(call: Told<PostToolUseHook>) {
          const { handler, meaning } = await heard(hook, call, (told) => hook.run(told));
          return postResult(handler, meaning, clip);
        },
      };
    case 'PostToolBatch':
      return {
        ...hook,
        async run(batch: Told<PostToolBatchHook>) {
          const { handler, meaning } = await heard(hook, batch, (told) => hook.run(told));
          const part = await eventPart(handler, meaning, clip);
          const { additionalContext: context, blockingReason } = part ?? {};
          // To block here is to end the loop: the calls have happened.
          const blocked = blockingReason === undefined ? {} : { stop: { reason: blockingReason } };
          return {
            ...(context !== undefined && { additionalContext: context }),
            ...blocked,
            ...common(part, meaning),
          };
        },
      };
    case 'PermissionDenied':
      return {
        ...hook,
        async run(call: Told<PermissionDeniedHook>) {
          const { handler, meaning } = await heard(hook, call, (told) => hook.run(told));
          const part = await eventPart(handler, meaning, clip);
          return { ...(part?.more.retry === true && { retry: true }), ...common(part, meaning) };
        },
      };
    default:
      return hook satisfies never;
  }
}

interface Heard {
  readonly handler: FunctionHandler;
  readonly meaning: HookMeaning;
}

async function heard<What extends { readonly signal: AbortSignal }>(
  hook: CallFunction & Strictness,
  told: What,
  run: (told: What) => unknown,
): Promise<Heard> {
  const { event, name, statusMessage, timeoutMs = DEFAULT_MS } = hook;
  const handler: FunctionHandler = {
    kind: 'function',
    event,
    name,
    matcher: undefined,
    condition: undefined,
    place: { source: 'program', file: undefined, line: undefined },
    timeoutMs,
    onFailure: hook.onFailure ?? 'continue',
    onTimeout: hook.onTimeout ?? 'continue',
    isOnce: false,
    hasNoEffects: false,
    statusMessage,
    // It is told of the call itself, not of its JSON.
    run: (_json, { signal }) => run({ ...told, signal }),
  };
  const ran = await runLimited((signal) => handler.run({}, { signal }), timeoutMs, told.signal);
  return { handler, meaning: interpretFunction(ran, event) };
}

function common(
  part: EventPart | undefined,
  meaning: HookMeaning,
): Pick<PostToolBatchResult, 'stop' | 'ended' | 'notices' | 'terminalSequence'> {
  const { kind } = meaning;
  const terminalSequence = 'answer' in meaning ? meaning.answer?.terminalSequence : undefined;
  const ended = kind === 'failed' || kind === 'timed-out' || kind === 'cancelled' ? kind : undefined;
  return {
    ...(part?.stop !== undefined && { stop: part.stop }),
    ...(ended !== undefined && { ended }),
    ...(terminalSequence !== undefined && { terminalSequence }),
    notices: [...(part?.infos ?? []), ...(part?.errors ?? [])],
  };
}

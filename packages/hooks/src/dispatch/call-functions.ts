import { DEFAULT_TIMEOUT_S } from '../limits.ts';
import { errorText } from '@sluice/base';
import type {
  Hook,
  PermissionDeniedHook,
  PostToolBatchHook,
  PostToolUseHook,
  PreToolUseHook,
} from '@sluice/core';
import { interpretFunction } from '../answer/interpret-function.ts';
import type { FunctionHandler } from '../read/hook-handler.ts';
import { clipText } from '../run/clip-text.ts';
import { runLimited } from '../run/run-function.ts';
import { engineHook, type ToldByEngine } from './engine-hook.ts';

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

/** All of them alike: each is only told of its own event. */
type AnyFunction = Omit<CallFunction, 'run'> & Bounds & Strictness & { run(told: ToldByEngine): unknown };

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

function checked(hook: AnyFunction, clip: (text: string) => Promise<string>): Hook {
  const { event, name, statusMessage, timeoutMs = DEFAULT_TIMEOUT_S * 1000 } = hook;
  const handler: FunctionHandler & { readonly event: Hook['event'] } = {
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
    // What runs is below: it is told of the call itself, not of its JSON.
    run: () => undefined,
  };
  const hear = async (told: ToldByEngine) =>
    interpretFunction(
      await runLimited((signal) => hook.run({ ...told, signal }), timeoutMs, told.signal),
      event,
    );
  return engineHook(handler, hook, hear, clip);
}

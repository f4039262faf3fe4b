import { DEFAULT_TIMEOUT_S } from '../hook-limits.ts';
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
import { engineHook, type EngineHookInput } from './engine-hook.ts';

interface Bounds {
  /** Milliseconds, after which its signal is aborted. Default: 600,000, as for a command. */
  readonly timeoutMs?: number;
}

interface Strictness {
  /**
   * `block`: a failure denies the call; after the call, it is reported to the model; after a message, it ends the loop. Default: report it
   * to the user and decide nothing.
   */
  readonly onFailure?: 'continue' | 'block';
  /** `deny`: a timeout does the same. */
  readonly onTimeout?: 'continue' | 'deny';
}

/** A function for calls, which gets the call itself from the engine. A throw, a timeout and an invalid answer are failures. */
export type CallFunction =
  | ((PreToolUseHook | PostToolUseHook | PostToolBatchHook) & Bounds & Strictness)
  | (PermissionDeniedHook & Bounds);

/** Common to all of them: each gets only its own event. */
type AnyFunction = Omit<CallFunction, 'run'> & Bounds & Strictness & { run(told: EngineHookInput): unknown };

/** The current functions for the engine, with the same limits and checks as session functions. One that stays is prepared once. */
export function callFunctions(
  list: () => readonly CallFunction[],
  /** Saves the whole of a truncated text and returns its path. */
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

/** If the list can't be obtained, there is no way to know what it would have denied. */
function guard(problem: string): Hook {
  const reason = `the program's list of hooks can't be read (${problem}), and it may contain hooks that check this call`;
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
    // The function to run is below: it gets the call itself, not its JSON.
    run: () => undefined,
  };
  const hear = async (told: EngineHookInput) =>
    interpretFunction(
      await runLimited((signal) => hook.run({ ...told, signal }), timeoutMs, told.signal),
      event,
    );
  return engineHook(handler, hook, hear, clip);
}

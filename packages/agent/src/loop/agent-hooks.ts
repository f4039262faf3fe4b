import type { ModelFailure } from '@sluice/core';

/**
 * What hooks say at the moments of a prompt. Each is awaited, answers with silence where there are none, and must not
 * throw. `signal` aborts when nobody waits for the answer any more.
 */
export interface AgentHooks {
  /** `block`: the prompt does not go to the model. */
  submitted(
    prompt: string,
    signal: AbortSignal,
  ): Promise<{
    readonly block: string | undefined;
    readonly stop: string | undefined;
    readonly additionalContext: readonly string[];
  }>;
  /** Before the work ends: whether it may. */
  stopping(
    lastText: string,
    signal: AbortSignal,
  ): Promise<
    | { readonly goesOn: true; readonly feedback: readonly string[] }
    | { readonly goesOn: false; readonly stop: string | undefined }
  >;
  /** It ends because the model could not be asked. */
  failed(failure: ModelFailure, lastText: string): Promise<void>;
  /** `block`: the conversation stays as it is. */
  compacting(
    trigger: 'auto' | 'manual',
    instructions: string | undefined,
    signal: AbortSignal,
  ): Promise<{ readonly block: string | undefined; readonly instructions: readonly string[] }>;
  compacted(trigger: 'auto' | 'manual', summary: string, signal: AbortSignal): Promise<readonly string[]>;
  /** Why a hook of a moment that has no answer of its own for it wants the work to end; asked before each request, and given once. */
  stopWanted(): string | undefined;
  /** A person or a program has begun something new. */
  began(): void;
}

export const NO_HOOKS: AgentHooks = {
  submitted: () => Promise.resolve({ block: undefined, stop: undefined, additionalContext: [] }),
  stopping: () => Promise.resolve({ goesOn: false, stop: undefined }),
  failed: () => Promise.resolve(),
  compacting: () => Promise.resolve({ block: undefined, instructions: [] }),
  compacted: () => Promise.resolve([]),
  stopWanted: () => undefined,
  began() {},
};

import type { ModelFailure } from '@sluice/core';

/**
 * Hooks at the stages of a prompt. Each is awaited, must not throw, and resolves without effect if no hook is
 * configured. `signal` aborts when the answer is no longer needed.
 */
export interface AgentHooks {
  /** `block`: the prompt is not sent to the model. */
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
  /** The work ends because the model could not be asked. */
  failed(failure: ModelFailure, lastText: string): Promise<void>;
  /** `block`: the conversation is unchanged. */
  compacting(
    trigger: 'auto' | 'manual',
    instructions: string | undefined,
    signal: AbortSignal,
  ): Promise<{ readonly block: string | undefined; readonly instructions: readonly string[] }>;
  compacted(trigger: 'auto' | 'manual', summary: string, signal: AbortSignal): Promise<readonly string[]>;
  /** The user has cleared the conversation. Returns what the new one begins with. Default: nothing. */
  cleared?(signal: AbortSignal): Promise<readonly string[]>;
  /**
   * Why a hook wants the work to end, for hook events that can't return that themselves. Checked before each
   * request; returned once.
   */
  stopWanted(): string | undefined;
  /** The user or a program has started something new. */
  began(): void;
}

export const NO_HOOKS: AgentHooks = {
  submitted: () => Promise.resolve({ block: undefined, stop: undefined, additionalContext: [] }),
  stopping: () => Promise.resolve({ goesOn: false, stop: undefined }),
  failed: () => Promise.resolve(),
  compacting: () => Promise.resolve({ block: undefined, instructions: [] }),
  compacted: () => Promise.resolve([]),
  cleared: () => Promise.resolve([]),
  stopWanted: () => undefined,
  began() {},
};

import type { JsonObject } from '../data/json.ts';
import type { ContentBlock, ModelContent } from '../data/content.ts';
import type { Outcome } from '../data/outcome.ts';
import type { AgentIdentity } from '../data/agent-identity.ts';

interface HookBase {
  /** Shown when it blocks, fails or makes a call exclusive. */
  readonly name: string;
  /** Where it is defined, `file:line`: for watching what hooks did. */
  readonly place?: string;
  /** Shown while it runs. */
  readonly statusMessage?: string;
  /** Which tools it applies to; default all. */
  readonly matches?: (toolName: string) => boolean;
  /** Which calls of those tools it receives; default all. A call that it doesn't receive is not a run. */
  readonly concerns?: (call: ConcernedCall) => boolean;
}

type ConcernedCall = Pick<HookCall, 'toolName' | 'input' | 'cwd'>;

/** The end of what a hook has written so far. */
export interface HookOutput {
  readonly stdout: string;
  readonly stderr: string;
}

/** The result of a hook's program. */
export interface HookProgram extends HookOutput {
  /** Undefined: it was killed by a signal, or never started. */
  readonly exitCode: number | undefined;
}

export interface HookCall {
  readonly callId: string;
  readonly messageId: string;
  readonly toolName: string;
  readonly input: unknown;
  readonly cwd: string;
  /** Whose call it is. Undefined: the main agent's. */
  readonly agent?: AgentIdentity | undefined;
  readonly signal: AbortSignal;
  /** Reports the progress of a slow hook to the event stream. */
  readonly progress?: (output: HookOutput) => void;
}

interface ResultBase {
  /** For the user, one sentence each. */
  readonly notices?: readonly string[];
  /** How its run ended if it failed. */
  readonly ended?: 'failed' | 'timed-out' | 'cancelled';
  /** For the user's terminal, such as a window title. The caller has checked that it is harmless. */
  readonly terminalSequence?: string;
  /** For a hook that is a program, for the event stream; the caller limits its texts. */
  readonly program?: HookProgram;
}

/** Every field is optional; returning nothing changes nothing. A throw is reported as a notice and changes nothing. */
export interface PreToolUseResult extends ResultBase {
  /** `defer`: the call is not run now, and the loop ends after this batch. */
  readonly decision?: 'allow' | 'ask' | 'deny' | 'defer';
  readonly reason?: string;
  /** Replaces the whole input; it is validated and claimed again. */
  readonly updatedInput?: JsonObject;
  readonly additionalContext?: string;
  /** End the loop after this batch; the call itself runs unless also denied. */
  readonly stop?: { readonly reason: string };
}

export interface PreToolUseHook extends HookBase {
  readonly event: 'PreToolUse';
  run(call: HookCall): PreToolUseResult | undefined | Promise<PreToolUseResult | undefined>;
}

export interface PostToolUseResult extends ResultBase {
  readonly additionalContext?: string;
  /** Replaces the output; checked against the output schema if there is one. */
  readonly updatedOutput?: unknown;
  /** Stored in the call's record for later reviewers; no model sees it. */
  readonly classifierContext?: string;
  readonly stop?: { readonly reason: string };
}

export interface PostToolUseHook extends HookBase {
  readonly event: 'PostToolUse' | 'PostToolUseFailure';
  /** `none`: it changes nothing that a call could see. Otherwise, calls with effects that it matches are exclusive. */
  readonly effects?: 'none';
  run(
    call: HookCall & {
      readonly output: unknown;
      /** As the tool shows it to the model, before the limits that apply after hooks. */
      readonly content: ModelContent;
      readonly outcome: Outcome;
      readonly durationMs: number;
    },
  ): PostToolUseResult | undefined | Promise<PostToolUseResult | undefined>;
}

/** All calls of one message, settled, in order. */
export interface HookBatch {
  readonly messageId: string;
  readonly cwd: string;
  /** Undefined: the main agent. */
  readonly agent?: AgentIdentity | undefined;
  readonly signal: AbortSignal;
  /** As for a call. */
  readonly progress?: (output: HookOutput) => void;
  readonly calls: readonly {
    readonly callId: string;
    readonly toolName: string;
    readonly input: unknown;
    /** As the model will see it. */
    readonly content: string | readonly ContentBlock[];
    readonly isError: boolean;
  }[];
}

/** Once per message, after its calls have settled and before the model sees the results. Not after an interrupt. */
export interface PostToolBatchHook extends HookBase {
  readonly event: 'PostToolBatch';
  run(batch: HookBatch): PostToolBatchResult | undefined | Promise<PostToolBatchResult | undefined>;
}

export type PostToolBatchResult = Pick<
  PostToolUseResult,
  'additionalContext' | 'stop' | 'notices' | 'ended' | 'terminalSequence' | 'program'
>;

export interface PermissionDeniedResult extends ResultBase {
  /** Tells the model that it may make the call again. */
  readonly retry?: boolean;
  /** End the loop after this batch. */
  readonly stop?: { readonly reason: string };
}

/** After a call was denied in the mode `auto` without a person: by the classifier, or because no one could be asked. */
export interface PermissionDeniedHook extends HookBase {
  readonly event: 'PermissionDenied';
  run(
    call: HookCall & { readonly reason: string },
  ): PermissionDeniedResult | undefined | Promise<PermissionDeniedResult | undefined>;
}

/** Hooks as in-process functions, in configuration order. */
export type Hook = PreToolUseHook | PostToolUseHook | PostToolBatchHook | PermissionDeniedHook;

/** The hooks that receive a call, among those whose matcher matches its tool. One that throws when asked does. */
export function concernedHooks<One extends Hook>(hooks: readonly One[], call: ConcernedCall): readonly One[] {
  return hooks.filter((hook) => {
    try {
      return hook.concerns?.(call) ?? true;
    } catch {
      return true;
    }
  });
}

/** A matcher that throws matches: better to run a guarding hook once too often. */
export function hookMatches(hook: Hook, toolName: string): boolean {
  try {
    return hook.matches?.(toolName) ?? true;
  } catch {
    return true;
  }
}

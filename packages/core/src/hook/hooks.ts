import type { JsonObject } from '../tool/json.ts';
import type { Outcome } from '../call/outcome.ts';

interface HookBase {
  /** Shown when it blocks, fails or makes a call exclusive. */
  readonly name: string;
  /** Which tools it applies to; default all. */
  readonly matches?: (toolName: string) => boolean;
}

export interface HookCall {
  readonly callId: string;
  readonly messageId: string;
  readonly toolName: string;
  readonly input: unknown;
  readonly cwd: string;
  readonly signal: AbortSignal;
}

/** Every field may be left out; returning nothing changes nothing. A throw is reported as a notice and changes nothing. */
export interface PreToolUseResult {
  /** `defer`: the call is not run now, and the loop ends after this batch. */
  readonly decision?: 'allow' | 'ask' | 'deny' | 'defer';
  readonly reason?: string;
  /** Replaces the whole input; validated and claimed again. */
  readonly updatedInput?: JsonObject;
  readonly additionalContext?: string;
  /** End the loop after this batch; the call itself runs unless also denied. */
  readonly stop?: { readonly reason: string };
  /** For the person, a sentence each. */
  readonly notices?: readonly string[];
}

export interface PreToolUseHook extends HookBase {
  readonly event: 'PreToolUse';
  run(call: HookCall): PreToolUseResult | undefined | Promise<PreToolUseResult | undefined>;
}

export interface PostToolUseResult {
  readonly additionalContext?: string;
  /** Replaces the output; checked against the output schema where there is one. */
  readonly updatedOutput?: unknown;
  readonly stop?: { readonly reason: string };
  /** For the person, a sentence each. */
  readonly notices?: readonly string[];
}

export interface PostToolUseHook extends HookBase {
  readonly event: 'PostToolUse' | 'PostToolUseFailure';
  /** `none`: it changes nothing that a call could see. Without it, calls with effects that it matches are exclusive. */
  readonly effects?: 'none';
  run(
    call: HookCall & { readonly output: unknown; readonly outcome: Outcome; readonly durationMs: number },
  ): PostToolUseResult | undefined | Promise<PostToolUseResult | undefined>;
}

/** Hooks as in-process functions, in configuration order. */
export type Hook = PreToolUseHook | PostToolUseHook;

/** A matcher that throws matches: a hook that guards is better run once too often. */
export function hookMatches(hook: Hook, toolName: string): boolean {
  try {
    return hook.matches?.(toolName) ?? true;
  } catch {
    return true;
  }
}

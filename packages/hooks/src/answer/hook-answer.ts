import type { JsonObject } from '@sluice/core';

/** What a hook's JSON says, fit for its event; what it left out is undefined. */
export interface HookAnswer {
  /** `"continue": false`, with its `stopReason`. */
  readonly stop: { readonly reason: string | undefined } | undefined;
  readonly systemMessage: string | undefined;
  /** The older verdict, with its `reason`. */
  readonly verdict: 'approve' | 'block' | undefined;
  readonly reason: string | undefined;
  readonly permissionDecision: 'allow' | 'deny' | 'ask' | 'defer' | undefined;
  readonly permissionDecisionReason: string | undefined;
  readonly updatedInput: JsonObject | undefined;
  readonly additionalContext: string | undefined;
  /** For the person's terminal; no other than a harmless one. */
  readonly terminalSequence: string | undefined;
  /** For whoever judges later calls. */
  readonly classifierContext: string | undefined;
  readonly updatedOutput: { readonly value: unknown } | undefined;
  /** The answer to a permission request. */
  readonly permission: PermissionSaying | undefined;
  readonly more: EventAnswer;
}

/** What hooks say of events that are not about one call; each event has some of these. */
export interface EventAnswer {
  /** The model may make the call again. */
  readonly retry: boolean | undefined;
  /** Paths to watch, as they were written. */
  readonly watchPaths: readonly string[] | undefined;
  readonly sessionTitle: string | undefined;
  readonly initialUserMessage: string | undefined;
  readonly reloadSkills: boolean | undefined;
  readonly suppressOriginalPrompt: boolean | undefined;
  /** Shown instead of a message's text. */
  readonly displayContent: string | undefined;
  readonly worktreePath: string | undefined;
  /** The answer to a server's question, in the person's stead. */
  readonly action: 'accept' | 'decline' | 'cancel' | undefined;
  readonly content: JsonObject | undefined;
}

export interface PermissionSaying {
  readonly behavior: 'allow' | 'deny';
  readonly updatedInput: JsonObject | undefined;
  /** Changes of rules, modes and directories as they were written. */
  readonly updatedPermissions: unknown;
  readonly message: string | undefined;
  readonly interrupt: boolean;
}

/** What a hook's standard output is. */
export type HookSaying =
  /** Nothing, or plain text. */
  | { readonly kind: 'text'; readonly text: string }
  /** It begins as JSON does, and is none. */
  | { readonly kind: 'broken'; readonly problem: string }
  /** JSON of an answer that stands behind other text. */
  | { readonly kind: 'buried'; readonly line: number }
  /** JSON of another shape than the event's. */
  | { readonly kind: 'misfit'; readonly issues: readonly string[] }
  | { readonly kind: 'answer'; readonly answer: HookAnswer; readonly hints: readonly string[] };

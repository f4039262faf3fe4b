import type { JsonObject } from '@sluice/core';

/** A hook's JSON answer, valid for its event; absent fields are undefined. */
export interface HookAnswer {
  /** `"continue": false`, with its `stopReason`. */
  readonly stop: { readonly reason: string | undefined } | undefined;
  readonly systemMessage: string | undefined;
  /** The legacy verdict, with its `reason`. */
  readonly verdict: 'approve' | 'block' | undefined;
  readonly reason: string | undefined;
  readonly permissionDecision: 'allow' | 'deny' | 'ask' | 'defer' | undefined;
  readonly permissionDecisionReason: string | undefined;
  readonly updatedInput: JsonObject | undefined;
  readonly additionalContext: string | undefined;
  /** For the user's terminal; only a harmless one. */
  readonly terminalSequence: string | undefined;
  /** For the classifier that judges later calls. */
  readonly classifierContext: string | undefined;
  readonly updatedOutput: { readonly value: unknown } | undefined;
  /** The answer to a permission request. */
  readonly permission: PermissionSaying | undefined;
  readonly more: EventAnswer;
}

/** Answers of hooks for events that aren't about a single call; each event has some of these. */
export interface EventAnswer {
  /** The model may retry the call. */
  readonly retry: boolean | undefined;
  /** Paths to watch, as written. */
  readonly watchPaths: readonly string[] | undefined;
  readonly sessionTitle: string | undefined;
  readonly initialUserMessage: string | undefined;
  readonly reloadSkills: boolean | undefined;
  readonly suppressOriginalPrompt: boolean | undefined;
  /** Shown instead of a message's text. */
  readonly displayContent: string | undefined;
  readonly worktreePath: string | undefined;
  /** The answer to a server's question, on the user's behalf. */
  readonly action: 'accept' | 'decline' | 'cancel' | undefined;
  readonly content: JsonObject | undefined;
}

export interface PermissionSaying {
  readonly behavior: 'allow' | 'deny';
  readonly updatedInput: JsonObject | undefined;
  /** Changes of rules, modes and directories, as written. */
  readonly updatedPermissions: unknown;
  readonly message: string | undefined;
  readonly interrupt: boolean;
}

/** The kinds of standard output from a hook. */
export type HookSaying =
  /** Nothing, or plain text. */
  | { readonly kind: 'text'; readonly text: string }
  /** Starts like JSON, but isn't valid. */
  | { readonly kind: 'broken'; readonly problem: string }
  /** The JSON of an answer, preceded by other text. */
  | { readonly kind: 'buried'; readonly line: number }
  /** JSON that doesn't fit the event. */
  | { readonly kind: 'misfit'; readonly issues: readonly string[] }
  | { readonly kind: 'answer'; readonly answer: HookAnswer; readonly hints: readonly string[] };

import type { NamedProcess, SandboxDenial, SandboxUse } from '@sluice/process';

/** How a started command ended, or that it is still running. */
export type BashEnd =
  | { readonly status: 'exited'; readonly code: number; readonly meaning?: string }
  | { readonly status: 'signalled'; readonly signal: string }
  | {
      readonly status: 'timed-out';
      readonly afterMs: number;
      readonly maxTimeoutMs: number;
      /** Why it was stopped instead of moved to the background. A clause without a full stop. */
      readonly whyStopped?: string;
    }
  | { readonly status: 'cancelled' }
  | { readonly status: 'output-limit'; readonly limitBytes: number }
  | BackgroundEnd;

/** It continues as a background task. */
export interface BackgroundEnd {
  readonly status: 'background';
  readonly taskId: string;
  /** Absolute. */
  readonly outputPath: string;
  /** Timeout in milliseconds, counted from its start. */
  readonly limitMs: number;
  /** Milliseconds it ran in the foreground before it was moved; undefined if it was started in the background. */
  readonly movedAfterMs?: number;
  /** The user moved it, not its timeout. */
  readonly isMovedByUser?: true;
  /** For a command that may change directory, which later commands don't follow. A sentence. */
  readonly cwdHint?: string;
}

/** The command's combined output in the order written, made readable (`visibleText`). */
export type BashText =
  | { readonly kind: 'inline'; readonly text: string }
  | {
      readonly kind: 'stored';
      readonly path: string;
      readonly bytes: number;
      readonly head: string;
      readonly tail: string;
      /** Why the file is incomplete. */
      readonly problem?: string;
    }
  /** Nothing in it is worth showing. */
  | { readonly kind: 'binary'; readonly path: string; readonly bytes: number; readonly problem?: string };

/** What the Bash tool knows about a command after its end. */
export interface BashData {
  readonly end: BashEnd;
  readonly output: BashText;
  /** Every part of the command is silent on success, and nothing was printed. */
  readonly noOutputExpected: boolean;
  readonly stopped: readonly NamedProcess[];
  readonly remaining: readonly NamedProcess[];
  /** Sentences for the model about the working directory, the output and the sandbox. */
  readonly notes: readonly string[];
  /** Whether a sandbox was enforced; undefined for a background task. */
  readonly sandbox?: SandboxUse;
  /** What the sandbox denied. */
  readonly denials?: readonly SandboxDenial[];
}

/** Exit code 0 or one that is an answer rather than a failure; or nothing has failed so far. */
export function hasSucceeded(end: BashEnd): boolean {
  if (end.status === 'background') return true;
  return end.status === 'exited' && (end.code === 0 || end.meaning !== undefined);
}

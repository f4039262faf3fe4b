import type { NamedProcess, SandboxDenial, SandboxUse } from '@sluice/process';

/** How a command that was started has ended, or that it goes on. */
export type BashEnd =
  | { readonly status: 'exited'; readonly code: number; readonly meaning?: string }
  | { readonly status: 'signalled'; readonly signal: string }
  | {
      readonly status: 'timed-out';
      readonly afterMs: number;
      readonly maxTimeoutMs: number;
      /** Why it was stopped where others go on in the background. A clause without a full stop. */
      readonly whyStopped?: string;
    }
  | { readonly status: 'cancelled' }
  | { readonly status: 'output-limit'; readonly limitBytes: number }
  | BackgroundEnd;

/** It goes on as a background task. */
export interface BackgroundEnd {
  readonly status: 'background';
  readonly taskId: string;
  /** Absolute. */
  readonly outputPath: string;
  /** Milliseconds after which it is stopped, counted from its start. */
  readonly limitMs: number;
  /** Milliseconds after which its time in the foreground was up; undefined: it was started in the background. */
  readonly movedAfterMs?: number;
  /** It may go to another directory, which later commands don't. A sentence. */
  readonly cwdHint?: string;
}

/** Both outputs of a command in the order in which they were written, as a reader sees them (`visibleText`). */
export type BashText =
  | { readonly kind: 'inline'; readonly text: string }
  | {
      readonly kind: 'stored';
      readonly path: string;
      readonly bytes: number;
      readonly head: string;
      readonly tail: string;
      /** Why the file does not hold everything. */
      readonly problem?: string;
    }
  /** Nothing of it is worth showing. */
  | { readonly kind: 'binary'; readonly path: string; readonly bytes: number; readonly problem?: string };

/** What the Bash tool knows of a command after its end. */
export interface BashData {
  readonly end: BashEnd;
  readonly output: BashText;
  /** Every part of the command is one that says nothing when it succeeds, and nothing was said. */
  readonly noOutputExpected: boolean;
  readonly stopped: readonly NamedProcess[];
  readonly remaining: readonly NamedProcess[];
  /** Sentences for the model on the working directory, the output and the sandbox. */
  readonly notes: readonly string[];
  /** Whether a sandbox has held; undefined for what goes on in the background. */
  readonly sandbox?: SandboxUse;
  /** What the sandbox has refused. */
  readonly denials?: readonly SandboxDenial[];
}

/** Exit code 0, or one that is an answer rather than a failure; or nothing has failed so far. */
export function hasSucceeded(end: BashEnd): boolean {
  if (end.status === 'background') return true;
  return end.status === 'exited' && (end.code === 0 || end.meaning !== undefined);
}

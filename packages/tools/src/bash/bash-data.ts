import type { NamedProcess } from '@sluice/process';

/** How a command that was started has ended. */
export type BashEnd =
  | { readonly status: 'exited'; readonly code: number; readonly meaning?: string }
  | { readonly status: 'signalled'; readonly signal: string }
  | { readonly status: 'timed-out'; readonly afterMs: number; readonly maxTimeoutMs: number }
  | { readonly status: 'cancelled' }
  | { readonly status: 'output-limit'; readonly limitBytes: number };

/** Both outputs of a command as they were written, text that is no UTF-8 replaced. */
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
    };

/** What the Bash tool knows of a command after its end. */
export interface BashData {
  readonly end: BashEnd;
  readonly output: BashText;
  /** Every part of the command is one that says nothing when it succeeds, and nothing was said. */
  readonly noOutputExpected: boolean;
  readonly stopped: readonly NamedProcess[];
  readonly remaining: readonly NamedProcess[];
  /** Sentences for the model on the working directory and the output. */
  readonly notes: readonly string[];
}

/** Exit code 0, or one that is an answer rather than a failure. */
export function hasSucceeded(end: BashEnd): boolean {
  return end.status === 'exited' && (end.code === 0 || end.meaning !== undefined);
}

import type { DecisionGrounds } from './decision-grounds.ts';

/** Why a call was canceled; the first reason wins. */
export type CancelReason =
  | { readonly kind: 'user-message' | 'user-cancel' | 'stream-retracted' | 'shutdown' | 'parent-ended' }
  | { readonly kind: 'timeout'; readonly afterMs: number }
  | AgentStopped
  /** The program canceled just this call. */
  | { readonly kind: 'program'; readonly message: string }
  | { readonly kind: 'sibling-error'; readonly failedCallId: string; readonly failedTool: string };

/** The agent that made the call was stopped, and not by the user's interrupt: why, as a clause. */
export interface AgentStopped {
  readonly kind: 'stopped';
  readonly message: string;
}

/** Who denied a call. */
export type DenialSource =
  | 'rule'
  | 'mode'
  | 'tool'
  | 'safety'
  | 'classifier'
  | 'hook'
  | 'check'
  | 'person'
  | 'headless';

/** One issue with an input. */
export interface InputIssue {
  /** Keys from the root of the input. */
  readonly path: readonly (string | number)[];
  /** What the schema expects, in words. */
  readonly expected: string;
  /** What was received, in words. */
  readonly received: string;
  readonly message: string;
  /** The value has the expected type, but violates a constraint. */
  readonly isOfKind: boolean;
  /** A field that the schema does not have, and the most similar known one. */
  readonly unknownField?: string;
  readonly nearField?: string;
}

/** How a call ended. Texts for a model and for a person are rendered from this at the edge. */
export type Outcome =
  | { readonly code: 'ok' }
  | { readonly code: 'tool-error'; readonly errorCode: string; readonly message: string }
  | {
      readonly code: 'invalid-input';
      readonly stage: 'json' | 'schema' | 'validate' | 'unclosed' | 'max-tokens';
      readonly issues: readonly InputIssue[];
      /** The code returned by the tool's `validateInput`. */
      readonly errorCode?: string;
      readonly message: string;
    }
  | {
      readonly code: 'unknown-tool';
      readonly name: string;
      readonly nearNames: readonly string[];
      /** The tool was available and has left: why, as a clause. */
      readonly whyGone?: string | undefined;
      /** The source that would offer it can't be used: why, in sentences. */
      readonly whyMissing?: string | undefined;
    }
  | {
      readonly code: 'denied';
      readonly by: DenialSource;
      /** `grounds` in words. */
      readonly reason: string;
      readonly grounds: DecisionGrounds;
      /** Feedback, if a person declined. */
      readonly feedback?: string;
      readonly endsTurn?: boolean;
    }
  | {
      readonly code: 'blocked-by-hook';
      readonly hook: string;
      readonly reason: string;
      /** Not denied for good: the loop ends after this message, and may resume the call. */
      readonly isDeferred?: boolean;
    }
  | {
      /** It waits for an answer, or behind a call that does: no result yet. Never in the journal. */
      readonly code: 'suspended';
      /** Undefined: it waits behind another one. */
      readonly requestId: string | undefined;
      readonly reason: string;
    }
  | {
      readonly code: 'cancelled';
      readonly reason: CancelReason;
      readonly started: boolean;
      /** It ignored its signal for the whole grace period. */
      readonly mayStillRun?: boolean;
    }
  | {
      readonly code: 'outcome-unknown';
      readonly started: boolean;
      /** It had started, but has no effects: only its result is lost. */
      readonly isReadOnly?: true;
    };

export type OutcomeCode = Outcome['code'];

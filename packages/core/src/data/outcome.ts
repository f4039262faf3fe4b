import type { DecisionGrounds } from './decision-grounds.ts';

/** Why a call was cancelled; the first reason wins. */
export type CancelReason =
  | { readonly kind: 'user-message' | 'user-cancel' | 'stream-retracted' | 'shutdown' | 'parent-ended' }
  | { readonly kind: 'timeout'; readonly afterMs: number }
  /** The program has cancelled this call alone. */
  | { readonly kind: 'program'; readonly message: string }
  | { readonly kind: 'sibling-error'; readonly failedCallId: string; readonly failedTool: string };

/** Who refused a call. */
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

/** One thing that is wrong with an input. */
export interface InputIssue {
  /** Keys from the root of the input. */
  readonly path: readonly (string | number)[];
  /** What the schema wants there, in words. */
  readonly expected: string;
  /** What came, in words. */
  readonly received: string;
  readonly message: string;
  /** The value is of the kind that the schema wants, but not within what it allows. */
  readonly isOfKind: boolean;
  /** A field that the schema does not know, and the known one most like it. */
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
      /** The code that the tool's `validateInput` gave. */
      readonly errorCode?: string;
      readonly message: string;
    }
  | {
      readonly code: 'unknown-tool';
      readonly name: string;
      readonly nearNames: readonly string[];
      /** The tool was there and has left: why, as a clause. */
      readonly whyGone?: string | undefined;
    }
  | {
      readonly code: 'denied';
      readonly by: DenialSource;
      /** `grounds` in words. */
      readonly reason: string;
      readonly grounds: DecisionGrounds;
      /** What the person said, where one declined. */
      readonly feedback?: string;
      readonly endsTurn?: boolean;
    }
  | {
      readonly code: 'blocked-by-hook';
      readonly hook: string;
      readonly reason: string;
      /** Not refused for good: the loop ends after this message, and may take the call up again. */
      readonly isDeferred?: boolean;
    }
  | {
      readonly code: 'cancelled';
      readonly reason: CancelReason;
      readonly started: boolean;
      /** It ignored its signal for the length of the grace. */
      readonly mayStillRun?: boolean;
    }
  | {
      readonly code: 'outcome-unknown';
      readonly started: boolean;
      /** It had begun, but has no effects: nothing is lost but its result. */
      readonly isReadOnly?: true;
    };

export type OutcomeCode = Outcome['code'];

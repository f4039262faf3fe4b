import type { JsonObject, PermissionMode, RuleBehavior } from '@sluice/core';

/** What somebody expects of a call, written beside the rules that should bring it about. */
export interface Expectation {
  readonly tool: string;
  /** The input, or the text of the tool's first field. */
  readonly input: string | JsonObject;
  readonly expect: RuleBehavior;
  /** Default: the mode that the settings ask for. */
  readonly mode?: PermissionMode;
  /** Where the call would run, from the working directory. */
  readonly cwd?: string;
  /** The rule that must decide. */
  readonly rule?: string;
  readonly note?: string;
}

/** One with its place; what was written there may be none. */
export interface PlacedExpectation {
  /** `file:line`, or the file and the place in its list. */
  readonly place: string;
  readonly read: ReadExpectation;
}

export type ReadExpectation =
  | { readonly ok: true; readonly expectation: Expectation }
  | { readonly ok: false; readonly message: string };

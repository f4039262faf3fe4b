import type { JsonObject, PermissionMode, RuleBehavior } from '@sluice/core';

/** The expected decision for a call, written next to the rules that should produce it. */
export interface Expectation {
  readonly tool: string;
  /** The input, or the text of the tool's first field. */
  readonly input: string | JsonObject;
  readonly expect: RuleBehavior;
  /** Default: the mode from the settings. */
  readonly mode?: PermissionMode;
  /** Where the call would run, relative to the working directory. */
  readonly cwd?: string;
  /** The rule that must decide. */
  readonly rule?: string;
  readonly note?: string;
}

/** An entry with its place; it may be invalid. */
export interface PlacedExpectation {
  /** `file:line`, or the file and the index in its list. */
  readonly place: string;
  readonly read: ReadExpectation;
}

export type ReadExpectation =
  | { readonly ok: true; readonly expectation: Expectation }
  | { readonly ok: false; readonly message: string };

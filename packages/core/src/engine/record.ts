import type { JsonObject } from '../data/json.ts';
import type { PartDecision } from '../permission/part-decision.ts';
import type { PermissionRule } from '../data/permission-rule.ts';
import type { CallStatus } from './state.ts';

/** The record of every call: where its time went, who decided and why, how much it returned. */
export interface CallRecord {
  readonly toolName: string;
  /** Milliseconds spent in each status; 0 if it was never in it. */
  readonly durations: Readonly<Record<CallStatus, number>>;
  /** Milliseconds in `call`, over all attempts. */
  readonly executingMs: number;
  readonly attempts: number;
  readonly decision:
    | {
        /** `ask`: the call ended before anyone answered. */
        readonly behavior: 'allow' | 'ask' | 'deny';
        readonly by: string;
        readonly reason: string;
        /** The rule that decided, with its location. */
        readonly rule?: PermissionRule;
        /** What demanded the ask, if a person, a hook or a check was asked. */
        readonly asked?: { readonly by: string; readonly reason: string; readonly rule?: PermissionRule };
        /** Everything that the call does, each with its verdict. */
        readonly parts?: readonly PartDecision[];
        /** Version of the permission context used for the decision. */
        readonly version?: number;
      }
    | undefined;
  /** The input as it ran, after `redact`. */
  readonly input: JsonObject;
  /** Ids of the calls that it made itself. */
  readonly nested: readonly string[];
  /** UTF-16 units of the input's JSON text and of the text for the model. */
  readonly inputChars: number;
  readonly resultChars: number;
  /** Where the full result is, if the model saw a preview. */
  readonly storedAt: string | undefined;
  /** What hooks say about it to later reviewers; no model sees it. Absent if none does. */
  readonly classifierContext?: readonly string[];
  /** Number of calls that were executing when this one started. */
  readonly besides: number;
}

import type { JsonObject } from '../data/json.ts';
import type { PartDecision } from '../permission/part.ts';
import type { PermissionRule } from '../data/permission-rule.ts';
import type { CallStatus } from './state.ts';

/** What every call leaves: where its time went, who decided and why, how much came out. */
export interface CallRecord {
  readonly toolName: string;
  /** Milliseconds spent in each status; 0 where it never was. */
  readonly durations: Readonly<Record<CallStatus, number>>;
  /** Milliseconds in `call`, all attempts. */
  readonly executingMs: number;
  readonly attempts: number;
  readonly decision:
    | {
        /** `ask`: the call ended before anybody had answered. */
        readonly behavior: 'allow' | 'ask' | 'deny';
        readonly by: string;
        readonly reason: string;
        /** The rule that decided, with the place where it stands. */
        readonly rule?: PermissionRule;
        /** What wanted it asked, where a person, a hook or a check was. */
        readonly asked?: { readonly by: string; readonly reason: string; readonly rule?: PermissionRule };
        /** Everything that the call does, each with its verdict. */
        readonly parts?: readonly PartDecision[];
        /** Of the permission context that it was decided on. */
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
  /** Where the whole result is, when the model saw a preview. */
  readonly storedAt: string | undefined;
  /** What hooks say of it to whoever judges later calls; no model sees it. Absent where none does. */
  readonly classifierContext?: readonly string[];
  /** Calls that were executing when this one began. */
  readonly besides: number;
}

import type { DecisionGrounds, RemedyCode } from '../data/decision-grounds.ts';
import type { DenialSource } from '../data/outcome.ts';
import type { PartDecision } from './part-decision.ts';
import type { PermissionRule } from '../data/permission-rule.ts';

/** What a decision is based on, for logs and explanations. */
export interface DecisionDetail {
  /** What `reason` says, as data. Undefined: the policy gives its own words alone. */
  readonly grounds?: DecisionGrounds | undefined;
  /** The rule that decided, if one did. */
  readonly rule?: PermissionRule;
  /** The path that caused the decision. */
  readonly blockedPath?: string;
  /** Everything that the call does, each decided separately. */
  readonly parts?: readonly PartDecision[];
  /** An ask came first: what demanded it, which is not who answered. */
  readonly asked?: { readonly by: string; readonly reason: string; readonly rule?: PermissionRule };
  /** Version of the permission context. */
  readonly version?: number;
}

export type PermissionDecision =
  | (DecisionDetail & {
      readonly behavior: 'allow';
      readonly by: 'rule' | 'mode' | 'read-only' | 'hook' | 'tool' | 'classifier' | 'check' | 'person';
      readonly reason: string;
    })
  | (DecisionDetail & {
      readonly behavior: 'ask';
      /** `default`: nothing decided, so a hook may allow it. What a rule, a safety check or the tool demands is asked of a person. */
      readonly by: 'default' | 'rule' | 'safety' | 'tool' | 'hook';
      readonly reason: string;
      /** What would allow it, for the denial if no one can be asked. */
      readonly remedy: string;
      /** The same as data. Undefined: the policy gives its own words alone. */
      readonly remedyCode?: RemedyCode | undefined;
    })
  | (DecisionDetail & {
      readonly behavior: 'deny';
      readonly by: DenialSource;
      readonly reason: string;
    });

/** How a call would be decided, and why. */
export type PureDecision = Pick<
  PermissionDecision,
  'behavior' | 'by' | 'reason' | 'grounds' | 'rule' | 'parts'
>;

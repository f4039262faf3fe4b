import type { DecisionCause } from './decision-cause.ts';

/** Who answers for a person. */
export interface Approver {
  readonly kind: 'hook' | 'check';
  readonly name: string;
}

/** Why a call was decided as it was, as data. `describeGrounds` puts it into words, for a person and a model alike. */
export type DecisionGrounds =
  /** One part of the call decided. */
  | { readonly kind: 'part'; readonly cause: DecisionCause; readonly subject: string }
  /** The policy, or the tool, has said so itself. */
  | { readonly kind: 'stated'; readonly text: string }
  | { readonly kind: 'nothing-known' }
  | { readonly kind: 'tool-allows' }
  | { readonly kind: 'hook-asks'; readonly hook: string; readonly said: string }
  | { readonly kind: 'hook-allows'; readonly hook: string }
  /** A hook allowed another input, before another hook changed it. */
  | {
      readonly kind: 'stale-allow';
      readonly grounds: DecisionGrounds;
      readonly allowedBy: string;
      readonly changedBy: string;
    }
  | { readonly kind: 'classifier'; readonly behavior: 'allow' | 'ask' | 'deny'; readonly said: string }
  /** The mode `dontAsk` denies what would be asked. */
  | { readonly kind: 'never-asked'; readonly asked: DecisionGrounds }
  | {
      readonly kind: 'unanswered';
      readonly asked: DecisionGrounds;
      readonly why: NoAnswer;
      readonly remedy: Remedy;
    }
  /** The approver: undefined for a person. */
  | { readonly kind: 'approved'; readonly approver: Approver | undefined }
  | {
      readonly kind: 'declined';
      readonly approver: Approver | undefined;
      readonly feedback: string | undefined;
      /** A child's call: the child goes on without it. */
      readonly goesOn?: boolean;
    }
  | { readonly kind: 'file-changed'; readonly path: string }
  /** It changed each time that a person was asked. */
  | { readonly kind: 'file-keeps-changing'; readonly path: string; readonly times: number }
  | { readonly kind: 'names-keep-changing'; readonly directory: string; readonly times: number }
  | { readonly kind: 'policy-failed'; readonly message: string }
  | { readonly kind: 'undecidable'; readonly message: string };

/** Why no one's answer counts. */
export type NoAnswer =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'unavailable'; readonly reason: string }
  /** Only a person may allow what something demands. */
  | { readonly kind: 'may-not-allow'; readonly approver: Approver };

/** What would let a call run that is asked about. `stated`: in the words of the host, the policy or the tool. */
export type Remedy = { readonly code: RemedyCode } | { readonly code: 'stated'; readonly text: string };

export type RemedyCode =
  | 'ask-rule'
  | 'uncertain-rule'
  | 'interaction'
  | 'person-only'
  | 'sealed-read'
  | 'sealed-write'
  | 'person-or-bypass'
  | 'leave-plan'
  | 'write-simply'
  | 'hook-wants-person'
  | 'tool-wants-person'
  | 'stop-changing-file';

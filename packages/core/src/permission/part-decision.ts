import type { DecisionCause } from '../data/decision-cause.ts';

/** The stage of the published order that decided (DESIGN.md 4). */
export type DecisionStage =
  | 'deny-rules'
  | 'ask-rules'
  | 'safety'
  | 'mode'
  | 'allow-rules'
  | 'read-only'
  | 'default';

/** What was decided about one thing that a call does, and why. */
export interface PartDecision {
  /** `call`: the call as a whole. */
  readonly kind: 'call' | 'command' | 'redirection' | 'file' | 'fetch' | 'named';
  /** Index of the action it is about; undefined: none, or the call as a whole. */
  readonly action?: number;
  /** For people: the command as written, a path, the tool's name. */
  readonly subject: string;
  readonly stage: DecisionStage;
  readonly behavior: 'allow' | 'ask' | 'deny';
  readonly cause: DecisionCause;
}

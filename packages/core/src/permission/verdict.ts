import type { DecisionCause } from '../data/decision-cause.ts';
import type { PermissionContext } from './context/context.ts';
import type { PartDecision } from './part-decision.ts';
import type { PermissionRule } from '../data/permission-rule.ts';

/** What a stage says of one part of a call. */
export type Verdict = Pick<PartDecision, 'stage' | 'behavior' | 'cause'>;

export const denied = (cause: DecisionCause): Verdict => ({ stage: 'deny-rules', behavior: 'deny', cause });
export const asked = (cause: DecisionCause): Verdict => ({ stage: 'ask-rules', behavior: 'ask', cause });
export const kept = (cause: DecisionCause): Verdict => ({ stage: 'safety', behavior: 'ask', cause });
export const undecided = (cause: DecisionCause): Verdict => ({ stage: 'default', behavior: 'ask', cause });
export const allowedByRule = (rule: PermissionRule): Verdict => ({
  stage: 'allow-rules',
  behavior: 'allow',
  cause: { kind: 'rule', rule },
});
export const allowedByMode = ({ mode }: PermissionContext): Verdict => ({
  stage: 'mode',
  behavior: 'allow',
  cause: { kind: 'mode', mode },
});
export const allowedAsReading = (cause: DecisionCause): Verdict => ({
  stage: 'read-only',
  behavior: 'allow',
  cause,
});

/**
 * The weight of a verdict: deny > ask from a rule or safety check > undecided > allow. Of safety checks, the one that fewer things can
 * lift weighs more, so that its explanation holds for the whole call.
 */
export function weightOf({ behavior, stage, cause }: Verdict): number {
  if (behavior === 'deny') return 4;
  if (behavior === 'allow') return 0;
  if (stage === 'ask-rules') return 3;
  if (stage === 'safety') return 2 + stubbornness(cause) / 10;
  // No rule allows such a redirection, so what a rule could do for the other commands is not enough.
  return cause.kind === 'unknown-path' && cause.isRedirection === true ? 1.5 : 1;
}

/** What asks in every mode and despite every rule weighs most. */
function stubbornness({ kind }: DecisionCause): number {
  if (kind === 'plan-mode') return 0;
  if (kind === 'protected-path' || kind === 'caution' || kind === 'gives-rights') return 1;
  return kind === 'opaque' ? 2 : 3;
}

/** The heaviest, the first of equals. */
export function heaviest<Some extends Verdict>(verdicts: readonly (Some | undefined)[]): Some | undefined {
  let heaviestYet: Some | undefined;
  for (const verdict of verdicts) {
    if (verdict === undefined) continue;
    if (heaviestYet === undefined || weightOf(verdict) > weightOf(heaviestYet)) heaviestYet = verdict;
  }
  return heaviestYet;
}

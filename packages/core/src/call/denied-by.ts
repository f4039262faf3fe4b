import type { Outcome } from '../data/outcome.ts';
import type { PermissionDecision } from '../permission/decision.ts';
import { groundsOf } from '../permission/describe/on-grounds.ts';

/** The outcome of a call that a decision denies. */
export function deniedBy(
  decision: Extract<PermissionDecision, { behavior: 'deny' }>,
): Extract<Outcome, { code: 'denied' }> {
  const { by, reason } = decision;
  return { code: 'denied', by, reason, grounds: groundsOf(decision) };
}

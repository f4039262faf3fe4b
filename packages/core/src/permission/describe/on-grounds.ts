import type { DecisionGrounds } from '../../data/decision-grounds.ts';
import type { PermissionDecision } from '../decision.ts';
import { describeGrounds } from './describe-grounds.ts';

/** What a decision says of its grounds: the data, and the same in words. */
export function onGrounds(grounds: DecisionGrounds): {
  readonly grounds: DecisionGrounds;
  readonly reason: string;
} {
  return { grounds, reason: describeGrounds(grounds) };
}

/** The grounds of a decision; a policy that gives words alone has stated them. */
export function groundsOf({
  grounds,
  reason,
}: Pick<PermissionDecision, 'grounds' | 'reason'>): DecisionGrounds {
  return grounds ?? { kind: 'stated', text: reason };
}

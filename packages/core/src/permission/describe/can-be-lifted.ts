import type { DecisionGrounds, RemedyCode } from '../../data/decision-grounds.ts';
import { remedyOf } from './remedy-of.ts';

/** What a rule or another mode does, too. */
const LIFTED: ReadonlySet<RemedyCode | 'stated'> = new Set([
  'stated',
  'person-or-bypass',
  'leave-plan',
  'write-simply',
]);

/** Whether an allow rule or another mode would let a denied call run. */
export function canBeLifted(grounds: DecisionGrounds): boolean {
  switch (grounds.kind) {
    case 'unanswered':
      return LIFTED.has(grounds.remedy.code);
    case 'never-asked':
      return wouldBeLifted(grounds.asked);
    case 'stale-allow':
      return canBeLifted(grounds.grounds);
    case 'part':
      return grounds.cause.kind === 'mode' || grounds.cause.kind === 'plan-mode';
    case 'classifier':
    case 'nothing-known':
      return true;
    default:
      return false;
  }
}

/** The same for a question. */
function wouldBeLifted(asked: DecisionGrounds): boolean {
  if (asked.kind === 'part') return LIFTED.has(remedyOf(asked.cause, '').code);
  return asked.kind === 'stated' || canBeLifted(asked);
}

import type { DecisionGrounds, RemedyCode } from '../../data/decision-grounds.ts';
import { remedyOf } from './remedy-of.ts';

/** What a rule or another mode does, too. */
const LIFTED: ReadonlySet<RemedyCode | 'stated'> = new Set([
  'stated',
  'person-or-bypass',
  'leave-plan',
  'write-simply',
]);

/** Whether an allow rule or another mode would let a denied call run. For a tool that its author has changed, that is not the advice. */
export function canBeLifted(grounds: DecisionGrounds): boolean {
  switch (grounds.kind) {
    case 'unanswered':
      return LIFTED.has(grounds.remedy.code) && !isOfChange(grounds.asked);
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
  if (isOfChange(asked)) return false;
  if (asked.kind === 'part') return LIFTED.has(remedyOf(asked.cause, '').code);
  return asked.kind === 'stated' || canBeLifted(asked);
}

/** A rule that allows the tool is there already: the change has to be accepted. */
function isOfChange(asked: DecisionGrounds): boolean {
  return asked.kind === 'part' && asked.cause.kind === 'definition-changed';
}

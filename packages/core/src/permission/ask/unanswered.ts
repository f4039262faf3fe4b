import type { DecisionGrounds, NoAnswer } from '../../data/decision-grounds.ts';
import type { Ask } from './demands-of-ask.ts';
import { groundsOf } from '../describe/on-grounds.ts';

/** The grounds of a denial: the call would be asked about, and no one's answer counts. */
export function unanswered(decision: Ask, why: NoAnswer): DecisionGrounds {
  const { remedy, remedyCode } = decision;
  return {
    kind: 'unanswered',
    asked: groundsOf(decision),
    why,
    remedy: remedyCode === undefined ? { code: 'stated', text: remedy } : { code: remedyCode },
  };
}

import { outcomeForPerson, type Outcome } from '@sluice/core';

/** Why a call has no good result, in one line for a person; empty when it has. */
export function reasonText(outcome: Outcome): string {
  if (outcome.code === 'ok') return '';
  return outcomeForPerson(outcome);
}

import { outcomeForPerson, type Outcome } from '@sluice/core';

/** Why a call has no good result, in one line for a person; empty when it has. */
export function reasonText(outcome: Outcome): string {
  if (outcome.code === 'ok') return '';
  const issue = outcome.code === 'invalid-input' ? outcome.issues[0] : undefined;
  if (issue === undefined) return outcomeForPerson(outcome);
  const where = issue.path.length === 0 ? 'input' : issue.path.join('.');
  return `invalid input: ${where}: expected ${issue.expected}, got ${issue.received}`;
}

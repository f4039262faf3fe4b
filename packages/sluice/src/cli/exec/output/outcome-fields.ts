import type { Outcome } from '@sluice/core';

/** How a call that didn't succeed ended, for programs: the kind of end, and the code that its tool gave. */
export function outcomeFields(outcome: Outcome): object {
  if (outcome.code === 'ok') return {};
  const errorCode = 'errorCode' in outcome ? outcome.errorCode : undefined;
  return { outcome: outcome.code, error_code: errorCode };
}

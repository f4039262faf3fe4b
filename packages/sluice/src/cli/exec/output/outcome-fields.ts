import type { Outcome } from '@sluice/core';

/** How a failed call ended, for programs: the kind of outcome, and the tool's error code. */
export function outcomeFields(outcome: Outcome): object {
  if (outcome.code === 'ok') return {};
  const errorCode = 'errorCode' in outcome ? outcome.errorCode : undefined;
  return { outcome: outcome.code, error_code: errorCode };
}

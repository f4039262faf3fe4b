import type { PlannedCall, RunEvent } from '@sluice/core';

export type PlanErrorCode = Extract<RunEvent, { readonly type: 'error' }>['code'];

/** What would happen to one message, as it is shown. */
export interface Plan {
  readonly calls: readonly PlannedCall[];
  /** What of the message could not be used. */
  readonly errors: readonly { readonly code: PlanErrorCode; readonly message: string }[];
}

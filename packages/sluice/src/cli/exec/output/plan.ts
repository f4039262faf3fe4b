import type { PlannedCall, RunEvent } from '@sluice/core';

export type PlanErrorCode = Extract<RunEvent, { readonly type: 'error' }>['code'];

/** The plan for one message, as displayed. */
export interface Plan {
  readonly calls: readonly PlannedCall[];
  /** Parts of the message that could not be used. */
  readonly errors: readonly { readonly code: PlanErrorCode; readonly message: string }[];
}

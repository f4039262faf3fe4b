import type { PermissionMode } from '@sluice/core';

/** What the plan tools need of a session. */
export interface PlanPort {
  /** Absolute and real: where the plan is written. */
  readonly path: string;
  /** Of the agent whose call it is. */
  mode(): PermissionMode;
  /** The mode that comes back when the plan is approved. */
  modeBefore(): PermissionMode;
}

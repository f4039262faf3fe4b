import type { PermissionRule } from '@sluice/core';

/** A rule of a settings file and what becomes of it. */
export interface ListedRule extends Pick<PermissionRule, 'behavior' | 'text' | 'source' | 'file' | 'line'> {
  /** Why it does not count; undefined: it counts. */
  readonly unused: string | undefined;
  /** What its author may not have meant. */
  readonly remarks: readonly string[];
}

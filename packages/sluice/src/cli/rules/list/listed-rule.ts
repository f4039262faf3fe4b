import type { PermissionRule } from '@sluice/core';

/** A rule from a settings file, and its effect. */
export interface ListedRule extends Pick<PermissionRule, 'behavior' | 'text' | 'source' | 'file' | 'line'> {
  /** Why it has no effect; undefined: it has. */
  readonly unused: string | undefined;
  /** What its author may not have intended. */
  readonly remarks: readonly string[];
}

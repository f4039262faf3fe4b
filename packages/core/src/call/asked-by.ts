import type { Ask } from '../permission/demands-of.ts';
import type { PermissionDecision } from '../permission/policy.ts';

/** What wanted a call asked, for the record beside who answered. */
export function askedBy({ by, reason, rule }: Ask): NonNullable<PermissionDecision['asked']> {
  return rule === undefined ? { by, reason } : { by, reason, rule };
}

import type { Approver } from '../../data/decision-grounds.ts';

/** Who answered in place of the person. */
export function approverOf({
  hook,
  check,
}: {
  readonly hook?: string;
  readonly check?: string;
}): Approver | undefined {
  if (hook !== undefined) return { kind: 'hook', name: hook };
  return check === undefined ? undefined : { kind: 'check', name: check };
}

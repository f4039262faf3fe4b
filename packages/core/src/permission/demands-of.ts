import type { PermissionDecision } from './decision.ts';

export type Ask = Extract<PermissionDecision, { behavior: 'ask' }>;

/** Everything that wants a person for an ask, each as a text of its own: the parts that rules or floors ask for, a hook, a tool. */
export function demandsOf({ by, reason, parts = [] }: Ask): ReadonlySet<string> {
  const demanding = parts.filter(
    ({ behavior, stage }) => behavior === 'ask' && (stage === 'ask-rules' || stage === 'safety'),
  );
  const isOfParts = demanding.length > 0 && (by === 'rule' || by === 'safety');
  return new Set([
    ...demanding.map(({ stage, cause }) => JSON.stringify([stage, cause])),
    ...(isOfParts || by === 'default' ? [] : [`${by}: ${reason}`]),
  ]);
}

/** What wanted a call asked, for the record beside who answered. */
export function askedBy({ by, reason, rule }: Ask): NonNullable<PermissionDecision['asked']> {
  return rule === undefined ? { by, reason } : { by, reason, rule };
}

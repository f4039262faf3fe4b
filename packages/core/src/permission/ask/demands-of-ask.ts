import type { PermissionDecision } from '../decision.ts';

export type Ask = Extract<PermissionDecision, { behavior: 'ask' }>;

/**
 * Everything that demands a person for an ask, each as a separate text: the parts that rules or safety checks ask for, a hook, a tool.
 */
export function demandsOfAsk({ by, reason, parts = [] }: Ask): ReadonlySet<string> {
  const demanding = parts.filter(
    ({ behavior, stage }) => behavior === 'ask' && (stage === 'ask-rules' || stage === 'safety'),
  );
  const isOfParts = demanding.length > 0 && (by === 'rule' || by === 'safety');
  return new Set([
    ...demanding.map(({ stage, cause }) => JSON.stringify([stage, cause])),
    ...(isOfParts || by === 'default' ? [] : [`${by}: ${reason}`]),
  ]);
}

/** Where an ask said that the call leads, with links resolved: an approval is about these places. */
export function placesOf({ parts = [] }: Ask): ReadonlySet<string> {
  return new Set(
    parts.flatMap(({ behavior, cause }) =>
      behavior === 'ask' && (cause.kind === 'outside' || cause.kind === 'changes-file')
        ? [JSON.stringify(cause)]
        : [],
    ),
  );
}

/** What demanded an ask, for the record, next to who answered. */
export function askedBy({ by, reason, rule }: Ask): NonNullable<PermissionDecision['asked']> {
  return rule === undefined ? { by, reason } : { by, reason, rule };
}

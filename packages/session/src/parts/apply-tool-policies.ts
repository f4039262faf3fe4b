import { type PermissionRule, type PermissionState } from '@sluice/core';
import type { ConfiguredServer } from '@sluice/mcp';

interface ApplyOptions {
  readonly state: Pick<PermissionState, 'current' | 'update'>;
  /** Rules of an earlier call that these replace. Default: none. */
  readonly before?: readonly PermissionRule[];
  /** Default: only restrictions count. */
  readonly mayAllow?: boolean;
}

/** Makes rules of the policies that entries of servers have for their tools. Returns all that the entries have. */
export async function applyToolPolicies(
  servers: readonly ConfiguredServer[],
  { state, before = [], mayAllow = false }: ApplyOptions,
): Promise<readonly PermissionRule[]> {
  const { toolPolicies } = await import('@sluice/mcp/config');
  const policies = servers.flatMap(toolPolicies).filter(({ behavior }) => mayAllow || behavior !== 'allow');
  const { rules, root } = state.current();
  const wanted = policies.flatMap(({ behavior, rules: texts }) =>
    texts.map((text): PermissionRule => ({ behavior, text, source: 'server', root })),
  );
  const [gone, now] = [new Set(before.map(keyOf)), new Map(wanted.map((rule) => [keyOf(rule), rule]))];
  const kept = rules.filter((rule) => rule.source !== 'server' || !gone.has(keyOf(rule)));
  const known = new Set(kept.filter(({ source }) => source === 'server').map(keyOf));
  const added = [...now.values()].filter((rule) => !known.has(keyOf(rule)));
  if (added.length > 0 || kept.length < rules.length) state.update({ rules: [...kept, ...added] });
  return wanted;
}

function keyOf({ behavior, text }: PermissionRule): string {
  return `${behavior} ${text}`;
}

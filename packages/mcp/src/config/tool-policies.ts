import { getOwn, isJsonObject, type RuleBehavior } from '@sluice/core';
import { possibleToolNames } from '../tool-names.ts';
import { isInClient } from './client-server.ts';
import type { ConfiguredServer } from './configured-server.ts';

/** What an entry says about calls of one tool. */
export interface ToolPolicy {
  readonly behavior: RuleBehavior;
  /** Texts of rules: all names that the tool may get. */
  readonly rules: readonly string[];
}

const POLICIES: ReadonlyMap<unknown, RuleBehavior> = new Map([
  ['always_deny', 'deny'],
  ['always_ask', 'ask'],
  ['always_allow', 'allow'],
] as const);

const LIMITS: ReadonlyMap<unknown, RuleBehavior> = new Map([
  ['blocked', 'deny'],
  ['ask', 'ask'],
] as const);

const STRICTEST_FIRST: readonly RuleBehavior[] = ['deny', 'ask', 'allow'];

/**
 * The policies of an entry: `tools: [{ name, permission_policy, org_max_permission }]`. Anyone's entry may restrict its tools; only one given
 * as text, on the command line or by the program that started this one, may allow them, and never one of a server in that program. A policy
 * with another name asks.
 */
export function toolPolicies(
  server: Pick<ConfiguredServer, 'name' | 'scope' | 'file' | 'raw' | 'start'>,
): readonly ToolPolicy[] {
  const { name, scope, file, raw } = server;
  const tools = getOwn(raw, 'tools');
  if (!Array.isArray(tools)) return [];
  const isOfClient = isInClient(server);
  const mayAllow = scope === 'flag' && file === undefined && !isOfClient;
  return tools.flatMap((tool: unknown): readonly ToolPolicy[] => {
    const toolName = isJsonObject(tool) ? getOwn(tool, 'name') : undefined;
    if (!isJsonObject(tool) || typeof toolName !== 'string') return [];
    const policy = getOwn(tool, 'permission_policy') ?? undefined;
    const given = [
      policy === undefined ? undefined : (POLICIES.get(policy) ?? 'ask'),
      isOfClient ? undefined : LIMITS.get(getOwn(tool, 'org_max_permission')),
    ];
    const behavior = STRICTEST_FIRST.find((one) => given.includes(one));
    if (behavior === undefined || (behavior === 'allow' && !mayAllow)) return [];
    return [{ behavior, rules: possibleToolNames(name, toolName) }];
  });
}

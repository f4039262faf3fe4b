import { createPermissionContext, queryFor, type Inquiry, type PermissionMode } from '@sluice/core';
import type { AssembledAgent } from '@sluice/session/agent';

/** How many of these questions another mode would answer with yes. */
export function allowedByMode(
  { runtime, parts }: Pick<AssembledAgent, 'runtime' | 'parts'>,
  waiting: readonly Inquiry[],
  mode: PermissionMode,
): number {
  const context = runtime.permission.current();
  const changed = createPermissionContext({ ...context, mode }, context.version);
  return waiting.filter((inquiry) => {
    if (inquiry.kind !== 'permission' || inquiry.agentId !== undefined) return false;
    const tool = runtime.pool.find(inquiry.toolName);
    if (tool === undefined) return false;
    const query = queryFor(tool, inquiry.input, inquiry.input, inquiry.cwd ?? runtime.session.cwd);
    return parts.permission.policy.decide(query, changed).behavior === 'allow';
  }).length;
}

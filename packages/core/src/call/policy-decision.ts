import type { PermissionDecision } from '../permission/policy.ts';
import type { Engine } from '../run/engine.ts';
import type { Claims } from '../tool/claims.ts';
import type { AnyTool } from '../tool/tool.ts';
import type { Call } from './call.ts';
import { messageOf } from './predicates.ts';

/** The pure part of the permission decision: rules, floors, mode, on one snapshot. */
export function decideByPolicy(engine: Engine, call: Call, tool: AnyTool): PermissionDecision {
  const { cwd } = engine.session;
  const query = {
    tool,
    input: call.input,
    isReadOnly: !call.hasEffects,
    claims: declaredClaims(call, cwd),
    cwd,
  };
  try {
    return engine.policy.decide(query, engine.permission.current());
  } catch (error) {
    return { behavior: 'deny', by: 'safety', reason: `the permission policy failed: ${messageOf(error)}` };
  }
}

/** A call's claims as its tool declares them; `exclusive` when it can't say. */
export function declaredClaims(call: Call, cwd: string): Claims | undefined {
  const { tool, input } = call;
  if (tool?.claims === undefined) return undefined;
  try {
    return tool.claims(input, { cwd });
  } catch {
    return 'exclusive';
  }
}

import type { PermissionDecision, PermissionQuery } from '../../permission/policy.ts';
import type { Engine } from '../../run/engine.ts';
import { claimsProblem, isClaims } from '../../tool/check-claims.ts';
import type { Claims } from '../../tool/claims.ts';
import type { AnyTool } from '../../tool/tool.ts';
import type { Call } from '../call.ts';
import { messageOf } from '../predicates.ts';

/** The pure part of the permission decision: rules, floors, mode, on one snapshot. */
export function decideByPolicy(
  engine: Engine,
  call: Call,
  tool: AnyTool,
  claims: Claims | undefined = declaredClaims(call, engine.session.cwd),
): PermissionDecision {
  try {
    return engine.permission.policy.decide(
      queryOf(engine, call, tool, claims),
      engine.permission.state.current(),
    );
  } catch (error) {
    return { behavior: 'deny', by: 'safety', reason: `the permission policy failed: ${messageOf(error)}` };
  }
}

/** What the policy is asked about a call as it stands. */
export function queryOf(
  engine: Engine,
  call: Call,
  tool: AnyTool,
  claims: Claims | undefined,
): PermissionQuery {
  return {
    tool,
    input: call.input,
    json: call.json,
    isReadOnly: !call.hasEffects,
    claims,
    cwd: engine.session.cwd,
  };
}

/** A call's claims as its tool declares them; `exclusive`, and said once, when they can't be used. */
export function declaredClaims(call: Call, cwd: string): Claims | undefined {
  const { tool, input } = call;
  if (tool?.claims === undefined) return undefined;
  let problem: string;
  try {
    const claims: unknown = tool.claims(input, { cwd });
    if (isClaims(claims)) return claims;
    problem = claimsProblem(claims) ?? 'they have no known form';
  } catch (error) {
    problem = messageOf(error);
  }
  if (!call.hasBadClaims) {
    call.hasBadClaims = true;
    const message = `The claims that ${call.name} declares can't be used (${problem}): the call runs alone.`;
    call.group.emit({ type: 'notice', code: 'tool-declaration-failed', message, callId: call.id });
  }
  return 'exclusive';
}

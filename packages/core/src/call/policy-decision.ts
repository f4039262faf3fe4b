import type { PermissionDecision } from '../permission/policy.ts';
import type { Engine } from '../run/engine.ts';
import { claimsProblem, isClaims } from '../tool/check-claims.ts';
import type { Claims } from '../tool/claims.ts';
import type { AnyTool } from '../tool/tool.ts';
import type { Call } from './call.ts';
import { messageOf } from './predicates.ts';

/** The pure part of the permission decision: rules, floors, mode, on one snapshot. */
export function decideByPolicy(
  engine: Engine,
  call: Call,
  tool: AnyTool,
  claims: Claims | undefined = declaredClaims(call, engine.session.cwd),
): PermissionDecision {
  const { cwd } = engine.session;
  const query = {
    tool,
    input: call.input,
    isReadOnly: !call.hasEffects,
    claims,
    cwd,
  };
  try {
    return engine.policy.decide(query, engine.permission.current());
  } catch (error) {
    return { behavior: 'deny', by: 'safety', reason: `the permission policy failed: ${messageOf(error)}` };
  }
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

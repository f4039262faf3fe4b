import { gitFilesCheck } from '../../policy/git-files-at-path.ts';
import { listsCheck } from '../../policy/words-of-list.ts';
import type { PermissionQuery } from '../../policy/policy.ts';
import type { PermissionDecision } from '../../permission/decision.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Claims } from '../../data/claims.ts';
import { onGrounds } from '../../permission/describe/on-grounds.ts';
import type { AnyTool } from '../../tool/tool.ts';
import type { Call } from '../../engine/call.ts';
import { declaredClaims } from '../declared-claims.ts';
import { messageOf } from '../../tool/predicates.ts';

/** The pure part of the permission decision: rules, safety checks, mode, on one snapshot. */
export function decideByPolicy(
  engine: Engine,
  call: Call,
  tool: AnyTool,
  claims: Claims | undefined = declaredClaims(call, engine.session.cwd),
): PermissionDecision {
  try {
    const query = queryOf(engine, call, tool, claims);
    const decision = engine.permission.policy.decide(query, engine.permission.state.current());
    call.verdicts.areNamesStill = both(gitFilesCheck(query, engine.ports.files), listsCheck(query));
    return decision;
  } catch (error) {
    const grounds = onGrounds({ kind: 'policy-failed', message: messageOf(error) });
    return { behavior: 'deny', by: 'safety', ...grounds };
  }
}

function both(
  one: (() => boolean) | undefined,
  other: (() => boolean) | undefined,
): (() => boolean) | undefined {
  return one === undefined || other === undefined ? (one ?? other) : () => one() && other();
}

/** The policy query for a call in its current state. */
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

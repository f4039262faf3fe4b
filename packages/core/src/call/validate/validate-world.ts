import type { Engine } from '../../engine/engine.ts';
import type { AnyTool, InputCheck } from '../../tool/tool.ts';
import { isInterrupted, type Call } from '../../engine/call.ts';
import { checkContext } from '../check-context.ts';
import { decideByPolicy } from '../decide/policy-decision.ts';
import { messageOf } from '../../tool/predicates.ts';
import { deniedBy } from '../denied-by.ts';
import type { StageResult } from '../stage.ts';
import { checkWithinGrace } from '../check-within-grace.ts';
import { waitBehindSuspended } from '../suspend/wait-behind-suspended.ts';
import { settle } from '../settle/settle.ts';

/**
 * Stage 3: the tool's own checks, after all conflicting earlier calls have settled. A denial that the literal input already causes comes
 * first, before anything is touched.
 */
export function validateAgainstWorld(engine: Engine, call: Call): StageResult | Promise<StageResult> {
  const { tool } = call;
  if (tool?.validateInput === undefined) return 'next';
  const decision = currentDecision(engine, call, tool);
  if (decision.behavior === 'deny') {
    call.verdicts.decision = decision;
    settle(engine, call, deniedBy(decision));
    return 'settled';
  }
  try {
    const checking = tool.validateInput(call.input, checkContext(engine, call));
    if (!(checking instanceof Promise)) return conclude(engine, call, checking);
    return checkWithinGrace(engine, call, checking).then(
      (found) => conclude(engine, call, found),
      (error: unknown) => conclude(engine, call, failed(error)),
    );
  } catch (error) {
    return conclude(engine, call, failed(error));
  }
}

/** The decision on admission still holds for the literal input, unless the permission context has changed since. */
function currentDecision(engine: Engine, call: Call, tool: AnyTool) {
  const { early, earlyVersion } = call.verdicts;
  const isFresh = early !== undefined && earlyVersion === engine.permission.state.current().version;
  return isFresh ? early : decideByPolicy(engine, call, tool);
}

function failed(error: unknown): InputCheck {
  return {
    ok: false,
    code: 'check-failed',
    message: `The input could not be checked: ${messageOf(error)}`,
  };
}

function conclude(
  engine: Engine,
  call: Call,
  found: InputCheck | undefined,
): StageResult | Promise<StageResult> {
  if (found === undefined || found.ok || isInterrupted(call)) return 'next';
  // What is wrong now may be right once an earlier call, which is still open, has run.
  const waiting = waitBehindSuspended(engine, call);
  if (waiting !== 'next') return waiting;
  const { code: errorCode, message } = found;
  settle(engine, call, { code: 'invalid-input', stage: 'validate', issues: [], errorCode, message });
  return 'settled';
}

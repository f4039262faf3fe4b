import type { Engine } from '../run/engine.ts';
import type { InputCheck } from '../tool/tool.ts';
import { isInterrupted, type Call } from './call.ts';
import { checkContext } from './check-context.ts';
import { decideByPolicy } from './policy-decision.ts';
import { messageOf } from './predicates.ts';
import type { StageResult } from './stage.ts';
import { settle } from './settle.ts';

/**
 * Stage 3: the tool's own checks, now that all conflicting earlier calls have settled. A deny that the literal input
 * already earns comes first, before anything is touched.
 */
export async function validateAgainstWorld(engine: Engine, call: Call): Promise<StageResult> {
  const { tool } = call;
  if (tool?.validateInput === undefined) return 'next';
  const decision = decideByPolicy(engine, call, tool);
  if (decision.behavior === 'deny') {
    call.decision = decision;
    settle(engine, call, { code: 'denied', by: decision.by, reason: decision.reason });
    return 'settled';
  }
  let check: InputCheck;
  try {
    check = await tool.validateInput(call.input, checkContext(engine, call));
  } catch (error) {
    check = {
      ok: false,
      code: 'check-failed',
      message: `The input could not be checked: ${messageOf(error)}`,
    };
  }
  if (check.ok || isInterrupted(call)) return 'next';
  settle(engine, call, { code: 'invalid-input', stage: 'validate', issues: [], message: check.message });
  return 'settled';
}

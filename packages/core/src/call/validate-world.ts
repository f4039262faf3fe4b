import type { Engine } from '../run/engine.ts';
import type { AnyTool, InputCheck } from '../tool/tool.ts';
import { isInterrupted, type Call } from './call.ts';
import { checkContext } from './check-context.ts';
import { decideByPolicy } from './policy-decision.ts';
import { messageOf } from './predicates.ts';
import type { StageResult } from './stage.ts';
import { withinGrace } from './within-grace.ts';
import { settle } from './settle.ts';

/**
 * Stage 3: the tool's own checks, now that all conflicting earlier calls have settled. A deny that the literal input
 * already earns comes first, before anything is touched.
 */
export function validateAgainstWorld(engine: Engine, call: Call): StageResult | Promise<StageResult> {
  const { tool } = call;
  return tool?.validateInput === undefined ? 'next' : check(engine, call, tool);
}

async function check(engine: Engine, call: Call, tool: AnyTool): Promise<StageResult> {
  const decision = decideByPolicy(engine, call, tool);
  if (decision.behavior === 'deny') {
    call.decision = decision;
    settle(engine, call, { code: 'denied', by: decision.by, reason: decision.reason });
    return 'settled';
  }
  let found: InputCheck | undefined;
  try {
    const checking = tool.validateInput?.(call.input, checkContext(engine, call));
    found = checking instanceof Promise ? await withinGrace(engine, call, checking) : checking;
  } catch (error) {
    found = {
      ok: false,
      code: 'check-failed',
      message: `The input could not be checked: ${messageOf(error)}`,
    };
  }
  if (found === undefined || found.ok || isInterrupted(call)) return 'next';
  settle(engine, call, { code: 'invalid-input', stage: 'validate', issues: [], message: found.message });
  return 'settled';
}

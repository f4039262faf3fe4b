import type { ContentBlock } from '../tool/content.ts';
import type { PermissionAnswer, PermissionRequest } from '../permission/asker.ts';
import type { PermissionDecision } from '../permission/policy.ts';
import type { Engine } from '../run/engine.ts';
import type { AnyTool } from '../tool/tool.ts';
import { isInterrupted, park, poke, type Call } from './call.ts';
import { cancelWaiting } from './cancel.ts';
import { changeInput } from './change-input.ts';
import { leavePreparingSlot } from './clearance.ts';
import { decideByPolicy } from './policy-decision.ts';
import { tryOr } from './predicates.ts';
import { move } from './move.ts';
import { overtaken, settle } from './settle.ts';
import type { StageResult } from './stage.ts';

type Ask = Extract<PermissionDecision, { behavior: 'ask' }>;

/** Asks a person. The first answer counts; a changed permission context is looked at while the ask is open. */
export async function ask(engine: Engine, call: Call, tool: AnyTool, decision: Ask): Promise<StageResult> {
  const { asker } = engine;
  if (asker === undefined) {
    refuse(engine, call, decision);
    return 'settled';
  }
  leavePreparingSlot(engine, call);
  engine.nextRequest += 1;
  const request = requestFor(engine, call, tool, decision, `ask-${engine.nextRequest}`);
  move(engine, call, 'preparing', { status: 'awaiting-permission', requestId: request.requestId });
  call.group.emit({ type: 'permission-request', request, ...ofCall(call) });

  let answer: PermissionAnswer | undefined;
  let isOverruled = false;
  const stopListening = engine.permission.onChange(() => {
    const now = decideByPolicy(engine, call, tool);
    // Only what the pure part asked for can be settled by it.
    if (now.behavior === 'deny' || (now.behavior === 'allow' && isFromPolicy(decision))) {
      isOverruled = true;
      poke(call);
    }
  });
  const isOpen = tryOr(() => {
    asker.push(request, (given) => {
      if (answer !== undefined) return;
      answer = given;
      poke(call);
    });
    return true;
  }, false);
  if (!isOpen) {
    stopListening();
    refuse(engine, call, decision);
    return 'settled';
  }
  while (answer === undefined && !isOverruled && !isInterrupted(call)) await park(call);
  stopListening();

  if (answer === undefined || isInterrupted(call)) {
    tryOr(() => asker.remove(request.requestId), undefined);
    call.group.emit({ type: 'permission-withdrawn', requestId: request.requestId, ...ofCall(call) });
    return isInterrupted(call) ? overtaken(engine, call) : recheck(engine, call);
  }
  return take(engine, call, decision, answer);
}

/** Nobody can be asked. */
function refuse(engine: Engine, call: Call, decision: Ask): void {
  const reason = `${decision.reason}, and nobody can be asked. ${decision.remedy}`;
  settle(engine, call, { code: 'denied', by: 'headless', reason });
}

function isFromPolicy(decision: Ask): boolean {
  return decision.by !== 'tool' && decision.by !== 'hook';
}

function take(
  engine: Engine,
  call: Call,
  decision: Ask,
  answer: PermissionAnswer,
): StageResult | Promise<StageResult> {
  if (answer.behavior === 'allow') {
    call.approval = { by: decision.by, reason: decision.reason };
    return answer.updatedInput === undefined
      ? recheck(engine, call)
      : changeInput(engine, call, answer.updatedInput);
  }
  const said = answer.feedback === undefined ? '' : feedbackText(answer.feedback);
  const feedback = said.trim() === '' ? undefined : said;
  const endsTurn = answer.endsTurn ?? feedback === undefined;
  settle(engine, call, {
    code: 'denied',
    by: 'person',
    reason: feedback ?? 'a person declined it',
    ...(feedback === undefined ? {} : { feedback }),
    endsTurn,
  });
  if (endsTurn) endTurn(call);
  return 'settled';
}

/** After a wait for a person the world may have changed: checks and decision are repeated, the answer stands. */
function recheck(engine: Engine, call: Call): StageResult {
  move(engine, call, 'awaiting-permission', { status: 'preparing' });
  return 'recheck';
}

/**
 * Later siblings that wait are cancelled; what runs keeps its real result, and so do earlier ones, which a serial run
 * would have done before anybody was asked. A calling tool can't catch it.
 */
function endTurn(call: Call): void {
  cancelWaiting(call.group, { kind: 'user-cancel' }, call.index + 1);
  const { parent, result } = call;
  if (parent !== undefined && result !== undefined) {
    parent.forced ??= result.outcome;
    parent.onInterrupt?.();
    endTurn(parent);
  }
}

function feedbackText(feedback: string | readonly ContentBlock[]): string {
  if (typeof feedback === 'string') return feedback;
  return feedback.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

function requestFor(
  engine: Engine,
  call: Call,
  tool: AnyTool,
  decision: Ask,
  requestId: string,
): PermissionRequest {
  return {
    requestId,
    callId: call.id,
    toolName: call.name,
    input: call.json,
    summary: tryOr(() => tool.summarize(call.input), call.name),
    reason: decision.reason,
    suggestedRules: tryOr(() => tool.suggestRules?.(call.input, { cwd: engine.session.cwd }) ?? [], []),
    risk: risk(call, tool),
    agentChain: engine.agentChain,
  };
}

function risk(call: Call, tool: AnyTool): 'low' | 'medium' | 'high' {
  if (!call.hasEffects) return 'low';
  return tryOr(() => tool.isDestructive(call.input), true) ? 'high' : 'medium';
}

function ofCall(call: Call) {
  return {
    callId: call.id,
    messageId: call.group.messageId,
    toolName: call.name,
    parentCallId: call.parent?.id,
  };
}

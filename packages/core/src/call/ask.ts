import { displayInput } from '../display/display-input.ts';
import { sanitize } from '../display/sanitize.ts';
import type { ContentBlock } from '../tool/content.ts';
import type { PermissionAnswer, PermissionRequest } from '../permission/asker.ts';
import { demandsOf, type Ask } from '../permission/demands-of.ts';
import { createClaimOnce } from '../permission/claim-once.ts';
import { withoutAsking } from '../permission/combine.ts';
import { loosensByHook } from '../permission/hook-update.ts';
import { NO_SUGGESTIONS, suggestionsFor } from '../permission/suggestions.ts';
import type { PermissionUpdate } from '../permission/update.ts';
import type { Engine } from '../run/engine.ts';
import type { AnyTool } from '../tool/tool.ts';
import { isInterrupted, park, poke, type Call } from './call.ts';
import { cancelWaiting } from './cancel.ts';
import { changeInput } from './change-input.ts';
import { leavePreparingSlot } from './clearance.ts';
import { decidedPaths, readDecidedFiles, type DecidedFiles } from './decided-files.ts';
import { decideByPolicy, declaredClaims, queryOf } from './policy-decision.ts';
import { tryOr } from './predicates.ts';
import { move } from './move.ts';
import { overtaken, settle } from './settle.ts';
import type { StageResult } from './stage.ts';

/** Asks a person. The first answer counts; a changed permission context is looked at while the ask is open. */
export async function ask(engine: Engine, call: Call, tool: AnyTool, decision: Ask): Promise<StageResult> {
  const { asker } = engine;
  if (asker === undefined) {
    refuse(engine, call, decision);
    return 'settled';
  }
  const paths = decidedPaths(engine, call);
  const files: DecidedFiles = paths.length === 0 ? new Map() : await readDecidedFiles(engine, paths);
  if (isInterrupted(call)) return 'next';
  if (call.decidedVersion !== engine.permission.current().version) return 'recheck';
  leavePreparingSlot(engine, call);
  engine.nextRequest += 1;
  const request = requestFor(engine, call, tool, decision, `ask-${engine.nextRequest}`);
  call.changedFile = undefined;
  move(engine, call, 'preparing', { status: 'awaiting-permission', requestId: request.requestId });
  call.group.emit({ type: 'permission-request', request, ...ofCall(call) });

  const race = createClaimOnce<PermissionAnswer | 'overruled'>(() => poke(call));
  const stopListening = engine.permission.onChange(() => {
    const { mode } = engine.permission.current();
    const now = withoutAsking(decideByPolicy(engine, call, tool), mode);
    // What a tool or a hook asked for the pure part can't allow; in `dontAsk` nobody is asked by anybody.
    const isSettled =
      now.behavior === 'deny' || mode === 'dontAsk' || (now.behavior === 'allow' && isFromPolicy(decision));
    if (isSettled) race.claim('overruled');
  });
  const isOpen = tryOr(() => {
    asker.push(request, (given) => race.claim(given));
    return true;
  }, false);
  if (!isOpen) {
    stopListening();
    refuse(engine, call, decision);
    return 'settled';
  }
  while (race.winner === undefined && !isInterrupted(call)) await park(call);
  stopListening();

  const answer = race.winner?.value;
  if (answer === undefined || answer === 'overruled' || isInterrupted(call)) {
    // What is said from here on comes too late.
    race.claim('overruled');
    tryOr(() => asker.remove(request.requestId), undefined);
    call.group.emit({ type: 'permission-withdrawn', requestId: request.requestId, ...ofCall(call) });
    return isInterrupted(call) ? overtaken(engine, call) : recheck(engine, call);
  }
  return take(engine, call, decision, request, answer, files);
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
  request: PermissionRequest,
  answer: PermissionAnswer,
  files: DecidedFiles,
): StageResult | Promise<StageResult> {
  if (answer.stop !== undefined) {
    call.fromNested ??= { additionalContext: [], stop: undefined };
    call.fromNested.stop ??= answer.stop;
  }
  if (answer.behavior === 'allow') {
    // A hook tightens and never loosens: what something demands is a person's to allow, whoever hands on the answer.
    if (answer.hook !== undefined && decision.by !== 'default') {
      const reason = `${decision.reason}, which the hook "${answer.hook}" may not allow. ${decision.remedy}`;
      settle(engine, call, { code: 'denied', by: 'headless', reason });
      return 'settled';
    }
    call.approval = demandsOf(decision);
    call.decidedFiles = files;
    call.approvingHook = answer.hook;
    const said = answer.feedback === undefined ? '' : feedbackText(answer.feedback).trim();
    if (said !== '') call.personFeedback = `The person who allowed ${call.name} said: ${said}`;
    keepUpdates(engine, call, request, answer);
    if (answer.updatedInput === undefined) return recheck(engine, call);
    // What a hook allowed was another input.
    if (call.hookVerdict?.decision === 'allow') {
      call.hookVerdict = { ...call.hookVerdict, decision: undefined };
    }
    return changeInput(engine, call, answer.updatedInput, answer.hook);
  }
  if (answer.behavior === 'unavailable') {
    const reason = `${decision.reason}, and ${answer.reason}. ${decision.remedy}`;
    settle(engine, call, { code: 'denied', by: 'headless', reason });
    return 'settled';
  }
  const said = answer.feedback === undefined ? '' : feedbackText(answer.feedback);
  const feedback = said.trim() === '' ? undefined : said;
  const { hook } = answer;
  const endsTurn = answer.endsTurn ?? (hook === undefined && feedback === undefined);
  settle(
    engine,
    call,
    hook === undefined
      ? {
          code: 'denied',
          by: 'person',
          reason: feedback ?? 'a person declined it',
          ...(feedback === undefined ? {} : { feedback }),
          endsTurn,
        }
      : {
          code: 'denied',
          by: 'hook',
          reason: `the hook "${hook}" declined it${feedback === undefined ? '' : `: ${feedback}`}`,
          endsTurn,
        },
  );
  if (endsTurn) endTurn(call);
  return 'settled';
}

/** What an answer saves holds at once, for every call that has not been decided, and is then kept where it belongs. */
function keepUpdates(
  engine: Engine,
  call: Call,
  request: PermissionRequest,
  answer: Extract<PermissionAnswer, { behavior: 'allow' }>,
): void {
  const { suggestedRules: rules, suggestedDestination: destination } = request;
  const always: PermissionUpdate[] =
    answer.always === true && rules.length > 0
      ? [{ type: 'addRules', behavior: 'allow', rules, destination }]
      : [];
  if (answer.always === true && rules.length === 0) {
    const message = `Nothing was kept of "always" for ${call.name}: no rule can cover just this call. It was allowed once.`;
    call.group.emit({ type: 'notice', code: 'permission-not-kept', message, callId: call.id });
  }
  for (const update of [...always, ...(answer.updates ?? [])]) {
    const { hook } = answer;
    const loosens =
      hook === undefined ? undefined : loosensByHook(update, request, engine.permission.current().mode);
    if (loosens !== undefined) {
      const message = `What the hook "${hook}" asked to keep was not kept: ${loosens}.`;
      call.group.emit({ type: 'notice', code: 'permission-not-kept', message, callId: call.id });
      continue;
    }
    const result = engine.permission.apply(update);
    if (result.ok) {
      tryOr(() => engine.onPermissionUpdate?.(update), undefined);
    } else {
      const message = `What the answer asked to keep was not kept: ${result.message}`;
      call.group.emit({ type: 'notice', code: 'permission-not-kept', message, callId: call.id });
    }
  }
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
  const query = queryOf(engine, call, tool, declaredClaims(call, engine.session.cwd));
  const display = displayInput(call.json);
  // What a person can't see, they can't allow for good.
  const suggestions =
    decision.by === 'default' && display.warnings.length === 0
      ? tryOr(() => suggestionsFor(tool, query, engine.policy, engine.permission.current()), NO_SUGGESTIONS)
      : NO_SUGGESTIONS;
  return {
    requestId,
    callId: call.id,
    toolName: call.name,
    input: call.json,
    display,
    summary: sanitize(tryOr(() => tool.summarize(call.input), call.name)),
    reason: sanitize(reasonFor(call, decision)),
    askedBy: decision.by,
    matchedRule: decision.rule,
    blockedPath: decision.blockedPath,
    suggestedRules: suggestions.rules,
    suggestedDestination: suggestions.destination,
    risk: risk(call, tool),
    agentChain: engine.agentChain,
  };
}

function reasonFor({ changedFile }: Call, { reason }: Ask): string {
  return changedFile === undefined ? reason : `${changedFile} changed while you were asked; ${reason}`;
}

function risk(call: Call, tool: AnyTool): 'low' | 'medium' | 'high' {
  if (!call.hasEffects) return 'low';
  return tryOr(() => tool.isDestructive(call.input, { cwd: call.cwd }), true) ? 'high' : 'medium';
}

function ofCall(call: Call) {
  return {
    callId: call.id,
    messageId: call.group.messageId,
    toolName: call.name,
    parentCallId: call.parent?.id,
  };
}

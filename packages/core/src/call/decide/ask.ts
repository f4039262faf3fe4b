import type { ContentBlock } from '../../data/content.ts';
import type { InquiryAnswer } from '../../permission/ask/inquiry-answer.ts';
import type { CallInquiry } from '../../permission/ask/inquiry.ts';
import type { PermissionDecision } from '../../permission/decision.ts';
import { askedBy, demandsOfAsk, placesOf, type Ask } from '../../permission/ask/demands-of-ask.ts';
import { createClaimOnce } from '../../permission/ask/claim-once.ts';
import { withoutAsking } from '../../policy/combine.ts';
import type { Engine } from '../../engine/engine.ts';
import type { AnyTool } from '../../tool/tool.ts';
import { isInterrupted, wait, notify, type Call } from '../../engine/call.ts';
import { cancelWaiting } from '../cancel.ts';
import { changeInput } from '../change-input.ts';
import { leavePreparingSlot } from '../start/clearance.ts';
import { readDecided } from '../decided-files.ts';
import type { Decided } from '../../engine/verdicts.ts';
import { leavePaths } from '../start/hold-paths.ts';
import type { OpenAsk } from '../../engine/open-asks.ts';
import type { Outcome } from '../../data/outcome.ts';
import { tryOr } from '../../tool/predicates.ts';
import { move } from '../move.ts';
import { overtaken, settle } from '../settle/settle.ts';
import type { StageResult } from '../stage.ts';
import type { Approver, NoAnswer } from '../../data/decision-grounds.ts';
import { approverText } from '../../permission/describe/describe-grounds.ts';
import type { SpokenText } from '../../result/marked-text.ts';
import { onGrounds } from '../../permission/describe/on-grounds.ts';
import { unanswered } from '../../permission/ask/unanswered.ts';
import { approverOf } from './approver-of.ts';
import { checkedAnswer } from './checked-answer.ts';
import { feedbackImages, feedbackText } from './feedback-parts.ts';
import { keepUpdates } from './keep-updates.ts';
import { askOf, canSuspend, contentId, NO_PERSON, suspend } from '../suspend/suspend.ts';
import { previewOf, requestFor } from './request-for.ts';

/**
 * Asks a person. The first answer wins. If the permission context changes meanwhile, the ask is settled, replaced if more demands it than
 * the person was shown, or updated.
 *
 * @param decideNow makes the decision again, now
 */
export async function ask(
  engine: Engine,
  call: Call,
  tool: AnyTool,
  decision: Ask,
  decideNow: () => PermissionDecision,
): Promise<StageResult> {
  const stays = canSuspend(engine, call, tool);
  const suspends = stays && (call.group.asks ?? engine.permission.asks) === 'suspend';
  const isKnown = stays && askOf(engine, call) !== undefined;
  const person = suspends ? undefined : (call.group.asker ?? engine.permission.asker);
  const asker = person ?? (suspends || isKnown ? engine.permission.askerOf(NO_PERSON) : undefined);
  if (asker === undefined) {
    refuse(engine, call, decision, { kind: 'nobody' });
    return 'settled';
  }
  const decided = await readDecided(engine, call);
  const preview = await previewOf(engine, call, tool);
  const { messageId } = call.group;
  const batch = { messageId, open: engine.permission.openAsks.count(messageId) + 1 };
  const unnamed = requestFor(engine, call, tool, decision, '', batch);
  const requestId =
    suspends || isKnown
      ? await contentId({ ...unnamed, preview }, messageId, decision, decided)
      : engine.agent.family.nextRequestId();
  if (isInterrupted(call)) return 'next';
  if (call.verdicts.decidedVersion !== engine.permission.state.current().version) return 'recheck';
  leavePreparingSlot(engine, call);
  leavePaths(call);
  let request: CallInquiry = { ...unnamed, requestId, preview };
  const { changedFile } = call.verdicts;
  call.verdicts.changedFile = undefined;
  move(engine, call, 'preparing', { status: 'awaiting-permission', requestId });
  const known = isKnown ? askOf(engine, call) : undefined;
  if (known?.answer !== undefined && known.requestId === requestId)
    return take(engine, call, decision, request, await checkedAnswer(engine, call, known.answer), decided);
  call.group.emit({ type: 'permission-request', request, ...ofCall(call) });

  const race = createClaimOnce<InquiryAnswer | 'overruled'>(() => notify(call));
  const update = (changed: CallInquiry): void => {
    request = changed;
    tryOr(() => asker.update(changed), undefined);
  };
  const demands = demandsOfAsk(decision);
  const stopListening = engine.permission.state.onChange(() => {
    if (race.winner !== undefined) return;
    const now = withoutAsking(decideNow(), engine.permission.state.current().mode);
    const asksMore = now.behavior === 'ask' && [...demandsOfAsk(now)].some((demand) => !demands.has(demand));
    if (now.behavior !== 'ask' || asksMore) {
      race.claim('overruled');
      return;
    }
    const fresh = requestFor(engine, call, tool, now, requestId, request.batch, changedFile);
    // An answer already on its way is about what was shown before, so nothing is added to what it would save.
    const offered = new Set(request.suggestedRules);
    const changed = {
      ...fresh,
      preview,
      suggestedRules: fresh.suggestedRules.filter((rule) => offered.has(rule)),
    };
    if (isSameAsk(changed, request)) return;
    update(changed);
    call.group.emit({ type: 'permission-request', request, ...ofCall(call) });
  });
  const open: OpenAsk = {
    batchChanged: (count) => update({ ...request, batch: { messageId, open: count } }),
  };
  const isOpen = tryOr(() => {
    asker.push(request, (given) => race.claim(given));
    return true;
  }, false);
  if (!isOpen) {
    stopListening();
    refuse(engine, call, decision, { kind: 'nobody' });
    return 'settled';
  }
  engine.permission.openAsks.add(messageId, open);
  while (race.winner === undefined && !isInterrupted(call)) await wait(call);
  const said = checkedAnswer(engine, call, race.winner?.value);
  const answer = said instanceof Promise ? await said : said;
  stopListening();
  engine.permission.openAsks.remove(messageId, open);

  if (answer === undefined || answer === 'overruled' || isInterrupted(call)) {
    // Anything said from here on is too late.
    race.claim('overruled');
    tryOr(() => asker.remove(requestId), undefined);
    call.group.emit({ type: 'permission-withdrawn', requestId, ...ofCall(call) });
    if (isInterrupted(call)) return overtaken(engine, call);
    call.verdicts.changedFile = changedFile;
    return recheck(engine, call);
  }
  if (answer.behavior === 'unavailable' && (suspends || isKnown)) {
    const problem = await suspend(engine, call, request);
    call.group.emit({ type: 'permission-withdrawn', requestId, ...ofCall(call) });
    if (problem !== undefined) refuse(engine, call, decision, { kind: 'unavailable', reason: problem });
    return 'settled';
  }
  return take(engine, call, decision, request, answer, decided);
}

/** Whether a person would be shown the same. */
function isSameAsk(one: CallInquiry, other: CallInquiry): boolean {
  const told = ({ reason, askedBy, matchedRule, blockedPath, suggestedRules }: CallInquiry): string =>
    JSON.stringify([reason, askedBy, matchedRule, blockedPath, suggestedRules]);
  return told(one) === told(other);
}

/** No one could answer. */
function refuse(engine: Engine, call: Call, decision: Ask, why: NoAnswer): void {
  const grounds = onGrounds(unanswered(decision, why));
  decline(engine, call, decision, { code: 'denied', by: 'headless', ...grounds });
}

/** The call is itself a question to a person, and a hook has given the answer to it: as for `PreToolUse`, an `allow` alone is none. */
function answersInquiry({ by }: Ask, { kind }: CallInquiry, answer: InquiryAnswer): boolean {
  const isGiven = answer.behavior === 'allow' && answer.updatedInput !== undefined;
  return by === 'tool' && kind !== 'permission' && isGiven && answer.hook !== undefined;
}

/** Denies the ask: the record says who denied it, and why. */
function decline(
  engine: Engine,
  call: Call,
  decision: Ask,
  denied: Extract<Outcome, { code: 'denied' }>,
  images: readonly ContentBlock[] = [],
): void {
  const { parts, version } = decision;
  const asked = askedBy(decision);
  const { by, reason, grounds } = denied;
  call.verdicts.decision = { parts, version, asked, behavior: 'deny', by, reason, grounds };
  settle(engine, call, denied, images);
}

function take(
  engine: Engine,
  call: Call,
  decision: Ask,
  request: CallInquiry,
  answer: InquiryAnswer,
  decided: Decided,
): StageResult | Promise<StageResult> {
  if (answer.stop !== undefined) {
    call.fromNested ??= { additionalContext: [], stop: undefined };
    call.fromNested.stop ??= answer.stop;
  }
  if (answer.behavior === 'unavailable') {
    refuse(engine, call, decision, { kind: 'unavailable', reason: answer.reason });
    return 'settled';
  }
  const approver = approverOf(answer);
  const said = feedbackText(answer.feedback);
  const images = feedbackImages(answer.feedback);
  if (answer.behavior === 'allow') {
    // A hook can make a decision stricter but never looser: only a person can allow what something demands, no matter who passes on the answer.
    if (approver !== undefined && decision.by !== 'default' && !answersInquiry(decision, request, answer)) {
      refuse(engine, call, decision, { kind: 'may-not-allow', approver });
      return 'settled';
    }
    call.verdicts.approval = demandsOfAsk(decision);
    call.verdicts.approvedPlaces = answer.updatedInput === undefined ? placesOf(decision) : undefined;
    call.verdicts.decided = decided;
    call.verdicts.approver = approver;
    if (said.trim() !== '') call.verdicts.feedback = feedbackOf(call.name, said.trim(), approver);
    if (images.length > 0) call.verdicts.images = images;
    keepUpdates(engine, call, request, answer);
    if (answer.updatedInput === undefined) return recheck(engine, call);
    // The hook allowed another input.
    if (call.verdicts.hook?.decision === 'allow') {
      call.verdicts.hook = { ...call.verdicts.hook, decision: undefined };
    }
    return changeInput(engine, call, answer.updatedInput, approver, answer.tellsModel);
  }
  const feedback =
    said.trim() !== '' ? said : images.length > 0 ? 'what the attached image shows' : undefined;
  const isPerson = approver === undefined;
  // A child goes on without the call: only a person who says so ends its turn.
  const isChild = engine.agent.identity !== undefined;
  const endsTurn = answer.endsTurn ?? (isPerson && feedback === undefined && !isChild);
  const goesOn = isPerson && isChild && !endsTurn;
  const grounds = onGrounds({ kind: 'declined', approver, feedback, goesOn: goesOn ? true : undefined });
  if (approver === undefined)
    decline(engine, call, decision, { code: 'denied', by: 'person', ...grounds, feedback, endsTurn }, images);
  else decline(engine, call, decision, { code: 'denied', by: approver.kind, ...grounds, endsTurn });
  if (endsTurn) endTurn(call);
  return 'settled';
}

function feedbackOf(name: string, said: string, approver: Approver | undefined): SpokenText {
  return approver === undefined
    ? { speaker: 'person', text: `About the call of ${name}, which I allowed: ${said}` }
    : { speaker: 'hook', text: `${approverText(approver)} allowed the call of ${name}, and said: ${said}` };
}

/** The world may have changed while waiting for a person: checks and decision are repeated, the answer stands. */
function recheck(engine: Engine, call: Call): StageResult {
  move(engine, call, 'awaiting-permission', { status: 'preparing' });
  return 'recheck';
}

/**
 * Cancels later siblings that wait; running ones keep their real result, and so do earlier ones, which a serial run would have run before
 * anyone was asked. A calling tool can't catch it.
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

function ofCall(call: Call) {
  return {
    callId: call.id,
    messageId: call.group.messageId,
    toolName: call.name,
    parentCallId: call.parent?.id,
  };
}

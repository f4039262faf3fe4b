import { present } from '@sluice/base';
import type { Engine } from '../../engine/engine.ts';
import { contentText } from '../../journal/writer.ts';
import type { ContentBlock } from '../../data/content.ts';
import { textLength, withImages, type HeldContent } from '../../result/content.ts';
import { headOf } from '../../result/text.ts';
import { isStopped, isUnsettled, type Call } from '../../engine/call.ts';
import type { SettledResult } from '../../engine/settled-result.ts';
import { cancel } from '../cancel.ts';
import { leaveSlots } from '../start/clearance.ts';
import { startDeniedHooks } from './denied-hooks.ts';
import { leavePaths } from '../start/hold-paths.ts';
import { ownContext } from './own-context.ts';
import type { JournaledResult } from './journal-result.ts';
import { ofParent } from '../start/journal-start.ts';
import { move } from '../move.ts';
import type { CancelReason, Outcome } from '../../data/outcome.ts';
import { decisionRecord } from './decision-record.ts';
import { outcomeDetail } from '../../outcome/outcome-detail.ts';
import { outcomeForModel } from '../../outcome/outcome-text.ts';
import { isTrue } from '../../tool/predicates.ts';
import { recordOf } from './record-of.ts';
import { stageDurations } from './stage-durations.ts';
import type { StageResult } from '../stage.ts';

/** The engine's own error texts are cut at this many bytes. */
const MAX_ERROR_BYTES = 6000;

/** Settles a call whose tool did not run, or whose result does not count. */
export function settle(
  engine: Engine,
  call: Call,
  outcome: Exclude<Outcome, { code: 'ok' }>,
  /** Feedback from a person. */
  images: readonly ContentBlock[] = [],
): void {
  const text = headOf(outcomeForModel(outcome, call.name).toWellFormed(), MAX_ERROR_BYTES);
  const content = withImages(text, images);
  const isDeferred = outcome.code === 'blocked-by-hook' && outcome.isDeferred === true;
  const endsTurn = outcome.code === 'denied' && outcome.endsTurn === true;
  const stop = isDeferred || endsTurn ? { reason: outcome.reason } : undefined;
  startDeniedHooks(engine, call, outcome);
  complete(engine, call, textResult(engine, call, outcome, content, stop));
}

/** The result of a call that only has a text of the engine's own. */
export function textResult(
  engine: Engine,
  call: Call,
  outcome: Outcome,
  content: HeldContent,
  stop?: { readonly reason: string },
): SettledResult {
  return {
    outcome,
    content,
    isError: true,
    isReplaced: true,
    data: undefined,
    clientView: undefined,
    metadata: undefined,
    newMessages: call.attempt.newMessagesOfNested ?? [],
    additionalContext: ownContext(engine, call),
    stop: call.verdicts.hook?.stop ?? call.fromNested?.stop ?? stop,
    lateChange: undefined,
    record: recordOf(engine, call, textLength(content), undefined),
  };
}

/** Settles or restarts a call that was canceled, denied or overtaken while it waited. */
export function overtaken(engine: Engine, call: Call): StageResult {
  if (call.forced !== undefined && call.forced.code !== 'ok') {
    settle(engine, call, call.forced);
    return 'settled';
  }
  if (call.cancelReason === undefined) return 'again';
  settleCanceled(engine, call, call.cancelReason);
  return 'settled';
}

function settleCanceled(engine: Engine, call: Call, reason: CancelReason): void {
  settle(engine, call, { code: 'cancelled', reason, started: false });
}

/** The call has its one result: it is journaled first, then claims and slots are released. */
export function complete(
  engine: Engine,
  call: Call,
  result: SettledResult,
  options: { readonly isKnown?: boolean } = {},
): void {
  if (!isUnsettled(call)) return;
  const isWritten = options.isKnown === true || !engine.ports.journal.isOn;
  const problem = isWritten
    ? undefined
    : engine.ports.journal.write(
        settledLine(engine, call, result, { content: { text: contentText(result.content) } }),
      );
  conclude(engine, call, result, problem);
}

/**
 * The same for a result that can be journaled together with those of other calls. Returns `again` if the call has to restart meanwhile:
 * its next line replaces this one.
 */
export function completeSoon(
  engine: Engine,
  call: Call,
  result: SettledResult,
  journaled: JournaledResult,
): Promise<StageResult> {
  const written = new Promise<string | undefined>((resolve) => {
    engine.ports.journal.writeSoon(settledLine(engine, call, result, journaled), resolve);
  });
  return written.then((problem) => {
    if (mustRunAgain(call)) return 'again';
    if (isUnsettled(call)) conclude(engine, call, result, problem);
    return 'settled';
  });
}

/** It is to run again, and has not been stopped. */
export function mustRunAgain(call: Call): boolean {
  return call.mustRestart && !isStopped(call);
}

function conclude(engine: Engine, call: Call, result: SettledResult, problem: string | undefined): void {
  const { status } = call.state;
  if (status === 'settled' || status === 'released') return;
  call.attempt.result = result;
  move(engine, call, status, { status: 'settled', outcome: result.outcome });
  if (problem !== undefined) {
    const message = `The result of ${call.name} could not be written to the journal: ${problem}`;
    call.group.emit({ type: 'notice', code: 'journal-unwritable', message, callId: call.id });
  }
  leaveSlots(engine, call);
  call.group.gate.mark(call.index);
  cascade(engine, call, result);
  if (call.lingering === undefined) releaseClaims(call);
  else holdClaims(engine, call, call.lingering);
  call.group.onSettled(call);
}

/**
 * Work of the call continues although it was told to stop: the claims are held until that ends; a conflicting call waits at most
 * `conflictWaitMs`, then runs and says so.
 */
function holdClaims(engine: Engine, call: Call, lingering: Iterable<Promise<void>>): void {
  const stopTimer = engine.ports.clock.setTimer(engine.limits.conflictWaitMs, () => {
    engine.schedule.overdue.add(call);
    releaseClaims(call);
  });
  void Promise.all(lingering).then(() => {
    stopTimer();
    engine.schedule.overdue.delete(call);
    releaseClaims(call);
  });
}

function releaseClaims(call: Call): void {
  call.group.scheduler.release(call);
  leavePaths(call);
}

function settledLine(engine: Engine, call: Call, result: SettledResult, journaled: JournaledResult) {
  return {
    type: 'settled' as const,
    messageId: call.group.messageId,
    callId: call.id,
    ...ofParent(call),
    outcome: result.outcome.code,
    isError: result.isError,
    ...journaled,
    record: {
      toolName: call.name,
      durations: stageDurations(call, engine.ports.clock.now()),
      executingMs: result.record.executingMs,
      attempts: call.attempt.number,
      waits: call.measured.waits?.map((wait) => ({ ...wait })),
      outcome: outcomeDetail(result.outcome),
      decision: call.verdicts.decision === undefined ? undefined : decisionRecord(call.verdicts.decision),
      classifierContext: result.record.classifierContext,
    },
    ...present({ discarded: call.isDiscarded ? (true as const) : undefined }),
  };
}

/** A failing call that may have had effects cancels the later ones of its group; configurable (DESIGN.md 3). */
function cascade(engine: Engine, call: Call, { outcome }: SettledResult): void {
  const hasTimedOut = outcome.code === 'cancelled' && outcome.reason.kind === 'timeout';
  const hasFailed = outcome.code === 'tool-error' || hasTimedOut;
  if (!hasFailed || engine.schedule.cascade === 'none' || !call.hasStarted) return;
  const name = errorGroup(call);
  if (name === undefined || (engine.schedule.cascade === 'effects' && !call.hasEffects)) return;
  for (let index = call.index + 1; index < call.group.calls.length; index += 1) {
    const later = call.group.calls[index];
    if (later === undefined || errorGroup(later) !== name) continue;
    if (engine.schedule.cascade === 'effects' && !later.hasEffects) continue;
    cancel(later, { kind: 'sibling-error', failedCallId: call.id, failedTool: call.name });
  }
  call.group.failedGroups.set(name, call);
}

/** A call added after the failure of an earlier one that would have canceled it. */
export function cancelIfSiblingFailed(engine: Engine, call: Call): void {
  const name = errorGroup(call);
  const failed = name === undefined ? undefined : call.group.failedGroups.get(name);
  if (failed === undefined || (engine.schedule.cascade === 'effects' && !call.hasEffects)) return;
  cancel(call, { kind: 'sibling-error', failedCallId: failed.id, failedTool: failed.name });
}

function errorGroup(call: Call): string | undefined {
  const { tool } = call;
  let name: string | undefined;
  isTrue(() => {
    name = tool?.onError?.(call.input, { cwd: call.cwd })?.cancels;
    return true;
  });
  return name;
}

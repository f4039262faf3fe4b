import { randomUUID } from 'node:crypto';
import type { ModelUsage, RunEvent } from '@sluice/core';
import type { Prompt } from './agent-options.ts';
import { NO_HOOKS } from './agent-hooks.ts';
import { compactNow } from './compact/compact.ts';
import { confirmEnd, reportFailure } from './confirm-end.ts';
import { compactWhenFull } from './compact/compact-when-full.ts';
import { makeRequest } from './make-request.ts';
import type { PromptScope } from './prompt-scope.ts';
import { createPromptTally, type PromptTally } from './usage/prompt-tally.ts';
import { Reservation } from './usage/reservation.ts';
import { answeringModel, askedModel } from './usage/used-models.ts';
import { resumeDeferred } from './calls/resume-deferred.ts';
import { userContentAdder } from './add-user-content.ts';
import { submit, submitWaiting } from './submit.ts';
import {
  BUDGET_USED_UP,
  COMPACTED,
  endText,
  lateToolsRefused,
  notCompacted,
  NOT_GIVEN,
  USAGE_UNREPORTED,
} from './user-texts.ts';
import { GO_ON, GO_ON_AFTER_CUT, interruptedText, OUTPUT_OWED } from './model-texts.ts';
import { decide, type Decision, type EndReason, type Transition } from './transition.ts';
import { takeTurn, type Turn } from './turn.ts';
import { watchAsks } from './watch-asks.ts';
import { noteFill } from './usage/window-fill.ts';

/** Consecutive occurrences of events that must not repeat forever. */
interface InRow {
  cuts: number;
  pauses: number;
  compactions: number;
  /** Reminders of the output, and wrong outputs. */
  reminders: number;
}

/**
 * Runs a deferred call first. Without a prompt, that call or waiting attachments are the reason to ask. Asks
 * the model, runs its calls, and repeats until a transition ends the prompt. The conversation is valid on
 * every exit path.
 */
export async function runPrompt(scope: PromptScope, prompt: Prompt | undefined): Promise<void> {
  const tally = createPromptTally(scope.clock, scope.price, askedModel(scope.provider));
  scope.onTally(tally);
  const reservation = new Reservation(scope);
  const isBudgetUsedUp = (): boolean => costsTooMuch(scope, tally.costSoFarUsd);
  try {
    await workOn({ ...scope, reservation, isBudgetUsedUp }, tally, prompt);
  } finally {
    reservation.release();
  }
}

async function workOn(scope: PromptScope, tally: PromptTally, prompt: Prompt | undefined): Promise<void> {
  const { emit, hooks = NO_HOOKS } = scope;
  const addUserContent = userContentAdder(scope);
  const tell = async (event: RunEvent): Promise<void> => {
    watchAsks(scope.activity, event);
    tally.addEvent(event);
    emit({ type: 'engine', event });
    await scope.room();
  };
  const noteAnswer = (usage: ModelUsage, isWhole: boolean): void =>
    tally.noteAnswer(usage, answeringModel(scope.provider, askedModel(scope.provider)), isWhole);
  const turnScope = { ...scope, nextMessageId: scope.nextMessageId ?? randomUUID, tell, noteAnswer };
  const finish = (reason: EndReason): void => {
    const output = scope.output?.taken();
    for (const text of endText(reason, scope, tally, output !== undefined)) tally.addError(text);
    emit({ type: 'result', result: tally.result(reason, output?.value) });
  };

  if (prompt !== undefined) {
    hooks.began();
    // Woken by an agent's report, the model may leave its answer as it is.
    scope.output?.clear();
  }
  const isLeftOpen = scope.conversation.deferred !== undefined;
  const ended = await resumeDeferred(turnScope, tally);
  if (ended !== undefined && prompt !== undefined) tally.losePrompt(NOT_GIVEN);
  if (ended !== undefined) return finish(ended);
  const refused = prompt === undefined ? undefined : await submit(scope, tally, prompt);
  if (refused !== undefined && 'reason' in refused) return finish(refused.reason);
  if (refused !== undefined) return finish(await compactAsIs(scope, tally, refused.compacts));
  const inRow: InRow = { cuts: 0, pauses: 0, compactions: 0, reminders: 0 };
  let transition: Transition = prompt !== undefined ? 'prompt' : isLeftOpen ? 'tool-results' : 'wake-up';
  for (;;) {
    const stopped = await endBetweenTurns(scope, tally);
    if (stopped !== undefined) return finish(stopped);
    for (const { text, origin, isSilent } of (await scope.attachments?.()) ?? [])
      await addUserContent(text, origin, isSilent);
    if (transition !== 'compacted') await compactWhenFull(scope, tally);
    if (transition !== 'paused' && scope.conversation.messages.at(-1)?.role !== 'user') {
      await addUserContent(GO_ON, 'note');
    }
    for (const note of (await scope.lateTools?.notes()) ?? []) await addUserContent(note, 'note');
    // A reader that is far behind delays the next message, but never one that has begun.
    await scope.room();
    const request = await makeRequest(scope);
    await scope.reservation?.take(request);
    // A summary takes time and costs money too, and other agents spend from the same budget.
    const stoppedLate = await endBetweenTurns(scope, tally);
    if (stoppedLate !== undefined) return finish(stoppedLate);
    emit({ type: 'transition', transition, turn: tally.turns + 1 });
    const asked = askedModel(scope.provider);
    const { lateTools } = scope.provider;
    const turn = await takeTurn(turnScope, request);
    if (turn.outcome === 'failed' && scope.provider.lateTools !== lateTools) {
      emit({ type: 'notice', message: lateToolsRefused(scope.provider.lateTools) });
      continue;
    }
    tally.addTurn(turn, answeringModel(scope.provider, asked));
    if (turn.isOverBudget) return finish('max-budget');
    count(inRow, turn);
    if (hasWrongOutput(scope, turn)) inRow.reminders += 1;
    if (turn.outcome === 'answered') noteFill(scope.fill, turn.usage);
    const decision = await follow(scope, tally, turn, inRow);
    if (!decision.goesOn) return finish(decision.reason);
    ({ transition } = decision);
    switch (transition) {
      case 'max-tokens':
        await addUserContent(GO_ON_AFTER_CUT, 'note');
        break;
      case 'output-owed':
        inRow.reminders += 1;
        await addUserContent(OUTPUT_OWED, 'note');
        break;
      case 'compacted': {
        inRow.compactions += 1;
        const summarizer = askedModel(scope.provider);
        const compaction = await compactNow(scope, {
          trigger: 'auto',
          keepsEnd: inRow.compactions === 1,
          counted: (usage, modelMs) => tally.addRequest(usage, modelMs, summarizer),
        });
        if (!compaction.isRefused || scope.interruption.reason !== undefined) break;
        await reportFailure(scope, tally, turn);
        return finish('too-long');
      }
      case 'prompt':
      case 'wake-up':
      case 'user-message':
      case 'tool-results':
      case 'paused':
      case 'stop-hook':
        break;
      default:
        transition satisfies never;
    }
  }
}

/** Compacts the conversation without a prompt. What that costs counts towards the budget. */
export async function runCompaction(scope: PromptScope, instructions: string | undefined): Promise<void> {
  const asked = askedModel(scope.provider);
  const tally = createPromptTally(scope.clock, scope.price, asked);
  scope.onTally(tally);
  const reservation = new Reservation(scope);
  const isBudgetUsedUp = (): boolean => costsTooMuch(scope, tally.costSoFarUsd);
  try {
    await compactNow(
      { ...scope, reservation, isBudgetUsedUp },
      {
        trigger: 'manual',
        instructions,
        counted: (usage, modelMs) => tally.addRequest(usage, modelMs, asked),
      },
    );
  } finally {
    reservation.release();
  }
}

/** The user wants no more than a compaction. */
async function compactAsIs(
  scope: PromptScope,
  tally: PromptTally,
  instructions: string | undefined,
): Promise<EndReason> {
  const asked = askedModel(scope.provider);
  const compaction = await compactNow(scope, {
    trigger: 'manual',
    instructions,
    counted: (usage, modelMs) => tally.addRequest(usage, modelMs, asked),
  });
  const { reason } = scope.interruption;
  if (reason !== undefined) return reason === 'shutdown' ? reason : 'interrupted-streaming';
  if (compaction.problem === BUDGET_USED_UP) {
    tally.addError(notCompacted(BUDGET_USED_UP));
    return 'max-budget';
  }
  tally.answer(compaction.isRefused ? notCompacted(compaction.problem) : COMPACTED);
  return 'completed';
}

/** Decides what follows the turn; user messages sent in the meantime are in the conversation by then. */
async function follow(scope: PromptScope, tally: PromptTally, turn: Turn, inRow: InRow): Promise<Decision> {
  for (;;) {
    const decision = await confirmEnd(scope, tally, turn, decideAfter(scope, tally, turn, inRow));
    if (!decision.goesOn) return decision;
    // Waiting messages keep waiting if they would not be answered.
    const limit = limitReached(scope, tally);
    if (limit !== undefined) return { goesOn: false, reason: limit };
    if (decision.transition !== 'user-message') return decision;
    const { goesOn, end } = await submitWaiting(scope, tally);
    if (end !== undefined) return { goesOn: false, reason: end };
    if (goesOn) return decision;
    // Nothing was added: the work continues or ends as if no one had spoken.
  }
}

/**
 * Ends the prompt if it was interrupted while neither the model nor tools were running, a hook wants to stop,
 * or a limit is reached.
 */
async function endBetweenTurns(scope: PromptScope, tally: PromptTally): Promise<EndReason | undefined> {
  const { interruption, hooks = NO_HOOKS } = scope;
  if (interruption.reason === 'shutdown') return 'shutdown';
  if (interruption.reason !== undefined) {
    await userContentAdder(scope)(interruptedText(interruption.reason, 'interrupted-streaming'), 'note');
    return 'interrupted-streaming';
  }
  const wanted = hooks.stopWanted();
  if (wanted === undefined) return limitReached(scope, tally);
  tally.addError(wanted);
  return 'hook-stopped';
}

function limitReached({ maxTurns, budget }: PromptScope, tally: PromptTally): EndReason | undefined {
  if (maxTurns !== undefined && tally.turns >= maxTurns) return 'max-turns';
  if (budget === undefined) return undefined;
  if (tally.hasUnreportedAnswer) {
    tally.addError(USAGE_UNREPORTED);
    return 'max-budget';
  }
  return costsTooMuch({ budget }, tally.knownCostUsd) ? 'max-budget' : undefined;
}

function costsTooMuch({ budget }: Pick<PromptScope, 'budget'>, costUsd: number): boolean {
  return budget !== undefined && costUsd + (budget.spentUsd?.() ?? 0) >= budget.limitUsd;
}

function count(inRow: InRow, { outcome, stopReason, hasCalls }: Turn): void {
  inRow.cuts = stopReason === 'max_tokens' && !hasCalls ? inRow.cuts + 1 : 0;
  inRow.pauses = stopReason === 'pause_turn' && !hasCalls ? inRow.pauses + 1 : 0;
  if (outcome === 'answered' && stopReason !== 'model_context_window_exceeded') inRow.compactions = 0;
}

function hasWrongOutput({ output }: PromptScope, { content }: Turn): boolean {
  return (
    output?.taken() === undefined &&
    content.some((block) => block.type === 'tool_use' && block.name === output?.toolName)
  );
}

function decideAfter(scope: PromptScope, { declined }: PromptTally, turn: Turn, inRow: InRow): Decision {
  const { waiting, output } = scope;
  const isDeclined = turn.content.some((block) => block.type === 'tool_use' && declined.has(block.id));
  const hasOutput = output?.taken() !== undefined;
  return decide({
    outcome: turn.outcome,
    failureKind: turn.failure?.kind,
    stopReason: turn.stopReason,
    hasCalls: turn.hasCalls,
    stop: turn.stop === undefined ? undefined : isDeclined ? 'person' : 'hook',
    isDeferred: turn.deferred !== undefined || turn.suspended.length > 0,
    wasInTools: turn.wasInTools,
    hasWaitingMessage: waiting.length > 0,
    hasOutput,
    owesOutput: output !== undefined && !hasOutput && scope.awaitsReports?.() !== true,
    hasWrongOutput: hasWrongOutput(scope, turn),
    outputReminders: inRow.reminders,
    cutsInRow: inRow.cuts,
    pausesInRow: inRow.pauses,
    compactionsInRow: inRow.compactions,
  });
}

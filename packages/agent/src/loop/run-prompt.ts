import { randomUUID } from 'node:crypto';
import { SESSION_SHARE, type RunEvent, type UserBlock } from '@sluice/core';
import type { Origin } from '../conversation/conversation.ts';
import { createRequestCheck } from '../conversation/check-request.ts';
import type { ActivityCount } from './activity.ts';
import type { AgentOptions, Prompt } from './agent.ts';
import type { AgentEvent } from './agent-event.ts';
import { NO_HOOKS } from './agent-hooks.ts';
import { compactNow, shouldCompact, type Compaction } from './compact.ts';
import type { Interruption } from './interruption.ts';
import { makeRequest } from './make-request.ts';
import { createPromptTally, type PromptTally } from './prompt-tally.ts';
import {
  endText,
  GO_ON_AFTER_CUT,
  INTERRUPTED_IN_TOOLS,
  INTERRUPTED_IN_WORDS,
  OUTPUT_OWED,
} from './texts.ts';
import { decide, type Decision, type EndReason, type Transition } from './transition.ts';
import { takeTurn, type Turn } from './turn.ts';
import { watchAsks } from './watch-asks.ts';

/** An agent's options with what belongs to one prompt. */
export interface PromptScope extends AgentOptions {
  readonly interruption: Interruption;
  readonly activity: ActivityCount;
  /** What the person has said meanwhile. */
  readonly waiting: Prompt[];
  emit(event: AgentEvent): void;
  /** Waits while the reader is far behind. */
  room(): Promise<void>;
}

const CHARACTERS_PER_TOKEN = 4;

/** Asks, carries out, asks again, until a transition ends it. Every way out leaves a conversation that can be sent. */
export async function runPrompt(scope: PromptScope, prompt: Prompt): Promise<void> {
  const { emit, clock, hooks = NO_HOOKS } = scope;
  const tally = createPromptTally(clock, scope.price);
  const speak = speakerOf(scope);
  const tell = async (event: RunEvent): Promise<void> => {
    watchAsks(scope.activity, event);
    tally.addEvent(event);
    emit({ type: 'engine', event });
    await scope.room();
  };
  const turnScope = {
    ...scope,
    nextMessageId: scope.nextMessageId ?? randomUUID,
    check: createRequestCheck(),
    tell,
  };
  const finish = (reason: EndReason): void => {
    for (const text of endText(reason, scope)) tally.addError(text);
    emit({ type: 'result', result: tally.result(reason, scope.output?.taken()?.value) });
  };

  hooks.began();
  const refused = await submit(scope, tally, [prompt]);
  if (refused !== undefined) return finish(refused);
  const inRow = { cuts: 0, compactions: 0, reminders: 0 };
  let transition: Transition = 'prompt';
  let last: Turn | undefined;
  for (;;) {
    const limit = limitReached(scope, tally);
    if (limit !== undefined) return finish(limit);
    if (transition !== 'tool-results') {
      for (const text of scope.attachments?.() ?? []) await speak(text, 'task');
    }
    if (last !== undefined && transition !== 'compacted') await fitInWindow(scope, tally, last);
    emit({ type: 'transition', transition, turn: tally.turns + 1 });
    const turn = await takeTurn(turnScope, await makeRequest(scope));
    last = turn;
    tally.addTurn(turn);
    inRow.cuts = turn.stopReason === 'max_tokens' && !turn.hasCalls ? inRow.cuts + 1 : 0;
    if (turn.outcome === 'answered') inRow.compactions = 0;
    const decision = await confirm(scope, tally, turn, decideAfter(scope, tally, turn, inRow));
    if (!decision.goesOn) return finish(decision.reason);
    ({ transition } = decision);
    switch (transition) {
      case 'user-message': {
        const refusedLater = await submit(scope, tally, scope.waiting.splice(0));
        if (refusedLater !== undefined) return finish(refusedLater);
        break;
      }
      case 'max-tokens':
        await speak(GO_ON_AFTER_CUT, 'note');
        break;
      case 'output-owed':
        inRow.reminders += 1;
        await speak(OUTPUT_OWED, 'note');
        break;
      case 'compacted': {
        inRow.compactions += 1;
        const { isRefused } = await compactAndCount(scope, tally);
        if (isRefused) return finish('too-long');
        break;
      }
      case 'prompt':
      case 'tool-results':
      case 'paused':
      case 'stop-hook':
        break;
      default:
        transition satisfies never;
    }
  }
}

/** Puts words of a person, a hook or ours into the conversation. */
function speakerOf({ conversation, emit }: PromptScope) {
  return async (said: string | readonly UserBlock[], origin: Origin): Promise<void> => {
    const content = typeof said === 'string' ? [{ type: 'text', text: said } as const] : said;
    const problem = await conversation.addUser(content, origin);
    if (problem !== undefined) emit({ type: 'notice', message: problem });
    emit({ type: 'user', origin, content });
  };
}

/** A reason: a hook does not let it through. */
async function submit(
  scope: PromptScope,
  tally: PromptTally,
  prompts: readonly Prompt[],
): Promise<EndReason | undefined> {
  const { hooks = NO_HOOKS } = scope;
  const speak = speakerOf(scope);
  for (const { content, origin = 'person' } of prompts) {
    const words = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
    const verdict = await hooks.submitted(words);
    if (verdict.block !== undefined) {
      tally.addError(verdict.block);
      return 'prompt-blocked';
    }
    await speak(content, origin);
    for (const context of verdict.additionalContext) await speak(context, 'hook');
    if (verdict.stop !== undefined) {
      tally.addError(verdict.stop);
      return 'hook-stopped';
    }
  }
  return undefined;
}

function limitReached({ maxTurns, budget }: PromptScope, tally: PromptTally): EndReason | undefined {
  if (maxTurns !== undefined && tally.turns >= maxTurns) return 'max-turns';
  return budget !== undefined && (tally.costUsd ?? 0) >= budget.limitUsd ? 'max-budget' : undefined;
}

/** Old results become references first; when that is not enough, a summary takes the place of the beginning. */
async function fitInWindow(scope: PromptScope, tally: PromptTally, { usage }: Turn): Promise<void> {
  const { conversation, provider, emit } = scope;
  const limitChars = provider.contextWindow * CHARACTERS_PER_TOKEN * SESSION_SHARE;
  if (conversation.resultChars > limitChars) {
    const problem = await conversation.boundResults(limitChars);
    if (problem !== undefined) emit({ type: 'notice', message: problem });
  } else if (shouldCompact(scope, usage)) await compactAndCount(scope, tally);
}

async function compactAndCount(scope: PromptScope, tally: PromptTally): Promise<Compaction> {
  const compaction = await compactNow(scope, 'auto');
  tally.addRequest(compaction.usage, compaction.modelMs);
  return compaction;
}

function decideAfter(
  { waiting, output }: PromptScope,
  { declined }: PromptTally,
  turn: Turn,
  inRow: { readonly cuts: number; readonly compactions: number; readonly reminders: number },
): Decision {
  const isDeclined = turn.content.some((block) => block.type === 'tool_use' && declined.has(block.id));
  const hasOutput = output?.taken() !== undefined;
  return decide({
    outcome: turn.outcome,
    failureKind: turn.failure?.kind,
    stopReason: turn.stopReason,
    hasCalls: turn.hasCalls,
    stop: turn.stop === undefined ? undefined : isDeclined ? 'person' : 'hook',
    wasInTools: turn.wasInTools,
    hasWaitingMessage: waiting.length > 0,
    hasOutput,
    owesOutput: output !== undefined && !hasOutput,
    outputReminders: inRow.reminders,
    cutsInRow: inRow.cuts,
    compactionsInRow: inRow.compactions,
  });
}

/** Before the work ends, hooks are asked or told; what ended it is kept for the result, and told to the model where it must know. */
async function confirm(
  scope: PromptScope,
  tally: PromptTally,
  turn: Turn,
  decision: Decision,
): Promise<Decision> {
  if (turn.stop !== undefined) tally.addError(turn.stop.reason);
  if (decision.goesOn) return decision;
  const { hooks = NO_HOOKS } = scope;
  const speak = speakerOf(scope);
  switch (decision.reason) {
    case 'completed': {
      if (turn.hasCalls) return decision;
      const answer = await hooks.stopping(tally.text);
      if (!answer.goesOn) {
        if (answer.stop !== undefined) tally.addError(answer.stop);
        // While the hooks were asked, the person may have spoken.
        return scope.waiting.length > 0 ? { goesOn: true, transition: 'user-message' } : decision;
      }
      for (const words of answer.feedback) await speak(words, 'hook');
      return { goesOn: true, transition: 'stop-hook' };
    }
    case 'interrupted-tools':
      await speak(INTERRUPTED_IN_TOOLS, 'note');
      return decision;
    case 'interrupted-streaming':
      await speak(INTERRUPTED_IN_WORDS, 'note');
      return decision;
    case 'model-error':
    case 'too-long':
      if (turn.failure !== undefined) {
        tally.addError(turn.failure.message);
        await hooks.failed(turn.failure, tally.text);
      }
      return decision;
    default:
      return decision;
  }
}

import type { ModelMessage, ModelUsage } from '@sluice/core';
import type { Origin } from '../../conversation/origin.ts';
import type { Said } from '../../conversation/message-list.ts';
import { NO_HOOKS } from '../agent-hooks.ts';
import { roughTokens } from '../usage/rough-tokens.ts';
import type { PromptScope } from '../prompt-scope.ts';
import { userContentAdder } from '../add-user-content.ts';
import { summarize } from './summarize.ts';
import { outlineOf, summaryText } from './summary-texts.ts';
import { BUDGET_USED_UP } from '../user-texts.ts';
import { contextTokens, NO_USAGE } from '../usage/token-usage.ts';

/**
 * How much is kept verbatim: a share of the window, or of the conversation itself if it is short; the smaller
 * one applies.
 */
const KEEP_OF_WINDOW = 0.15;
const KEEP_OF_CONVERSATION = 0.3;
/** Share of the window up to which recent, unanswered messages are kept. */
const KEEP_OF_WORDS = 0.4;

interface Compaction {
  readonly usage: ModelUsage;
  readonly modelMs: number;
  /**
   * The conversation is unchanged: a hook blocked the compaction, there was nothing to remove, or no summary
   * was available.
   */
  readonly isRefused: boolean;
  /** Why it is unchanged, as a sentence's end. Undefined: it was interrupted, or has changed. */
  readonly problem?: string | undefined;
}

interface CompactionOptions {
  readonly trigger: 'auto' | 'manual';
  /** What the user wants the summary to focus on. */
  readonly instructions?: string | undefined;
  /** Called with what each request for the summary cost, before other agents may spend more. Default: it is not counted. */
  readonly counted?: (usage: ModelUsage, modelMs: number) => void;
  /** False: keep nothing verbatim, because even that did not fit. Default true. */
  readonly keepsEnd?: boolean;
}

/**
 * Replaces all but the end of the conversation with a summary by the model. If the model fails to write one
 * after every attempt, an outline of the user's messages is used instead, so a conversation that is too long
 * never gets stuck. If the model is unavailable for now, the conversation stays as it is.
 */
export async function compactNow(
  scope: PromptScope,
  { trigger, instructions, keepsEnd = true, counted }: CompactionOptions,
): Promise<Compaction> {
  const { conversation, clock, emit, interruption, fill, hooks = NO_HOOKS } = scope;
  const { messages } = conversation;
  const refuse = (why: string | undefined, usage = NO_USAGE, modelMs = 0): Compaction => {
    if (why !== undefined) emit({ type: 'notice', message: `The conversation was not compacted: ${why}` });
    return { usage, modelMs, isRefused: true, problem: why };
  };
  if (trigger === 'manual' && messages.length < 2) return refuse('there is nothing to compact.');
  const answer = await hooks.compacting(trigger, instructions, interruption.signal);
  if (answer.block !== undefined) return refuse(answer.block);
  if (interruption.reason !== undefined) return refuse(undefined);
  const roughBefore = messages.reduce((sum, message) => sum + roughTokens(message), 0);
  const tokensBefore = tokensIn(scope, roughBefore);
  const requests = [...(instructions === undefined ? [] : [instructions]), ...answer.instructions];
  const hasRoom = await scope.reservation?.take({ system: [], tools: [] });
  if (hasRoom === false || scope.isBudgetUsedUp?.() === true) {
    scope.reservation?.release();
    return refuse(BUDGET_USED_UP);
  }
  const startedAt = clock.now();
  emit({ type: 'compaction', status: 'started' });
  const { text, usage, failure } = await summarize(scope, messages, requests, counted);
  const modelMs = clock.now() - startedAt;
  scope.reservation?.release();
  const isInterrupted = interruption.reason !== undefined;
  if (isInterrupted || failure !== undefined) {
    const problem = isInterrupted ? 'it was interrupted' : (failure?.message ?? '');
    emit({ type: 'compaction', status: 'failed', problem, isInterrupted });
    return refuse(isInterrupted ? undefined : failure?.message, usage, modelMs);
  }
  const kept = keepsEnd ? keptFrom(scope, messages, roughBefore) : undefined;
  const words = keepsEnd && kept === undefined ? unanswered(scope, messages) : [];
  const summary = summaryText(text ?? outlineOf(messages, conversation), text === undefined);
  const problem = await conversation.compact(summary, kept, trigger);
  scope.lateTools?.compacted(messages);
  if (problem !== undefined) emit({ type: 'notice', message: problem });
  fill.usage = undefined;
  fill.isJustCompacted = true;
  emit({ type: 'compaction', status: 'done' });
  emit({ type: 'compacted', trigger, tokensBefore, summary, usage });
  const addUserContent = userContentAdder(scope);
  for (const { text: restored, origin } of scope.restored?.(messages) ?? []) {
    await addUserContent(restored, origin, true);
  }
  // The client already saw these when they were said.
  for (const { origin, block } of words) {
    const lost = await conversation.addUser([block], origin);
    if (lost !== undefined) emit({ type: 'notice', message: lost });
  }
  for (const context of await hooks.compacted(trigger, summary, interruption.signal)) {
    await addUserContent(context, 'hook');
  }
  return { usage, modelMs, isRefused: false };
}

/** The usage of the last answer plus a rough count of what has come since. */
function tokensIn({ fill, conversation }: PromptScope, rough: number): number {
  if (fill.usage === undefined) return rough;
  const last = conversation.messages.at(-1);
  return contextTokens(fill.usage) + (last?.role === 'user' ? roughTokens(last) : 0);
}

/** The first assistant message to keep, with all that follows. A conversation can only be cut before one. */
function keptFrom(
  { provider, conversation }: PromptScope,
  messages: readonly ModelMessage[],
  tokensOfAll: number,
): string | undefined {
  const limit = Math.min(provider.contextWindow * KEEP_OF_WINDOW, tokensOfAll * KEEP_OF_CONVERSATION);
  let tokens = 0;
  let found: string | undefined;
  for (let index = messages.length - 1; index > 0; index -= 1) {
    const message = messages[index];
    if (message === undefined) break;
    tokens += roughTokens(message);
    if (tokens > limit) break;
    if (message.role === 'assistant') found = conversation.messageIdOf(message) ?? found;
  }
  return found;
}

/** The latest messages that the model has not answered: a summary must not replace unread messages. */
function unanswered(
  { provider, conversation }: PromptScope,
  messages: readonly ModelMessage[],
): readonly Unanswered[] {
  const last = messages.at(-1);
  if (last?.role !== 'user' || messages.length < 2) return [];
  const content = last.content.filter(({ type }) => type !== 'tool_result');
  const tokens = roughTokens({ role: 'user', content });
  if (tokens > provider.contextWindow * KEEP_OF_WORDS) return [];
  return content.flatMap((block) => {
    const said = conversation.saidOf(block);
    return said === undefined ? [] : [{ origin: originOf(said), block: said.block }];
  });
}

interface Unanswered {
  readonly origin: Origin;
  readonly block: Said['block'];
}

/** A summary of a summary comes from the program. */
function originOf({ speaker }: Said): Origin {
  return speaker === 'summary' || speaker === 'tool' ? 'note' : speaker;
}

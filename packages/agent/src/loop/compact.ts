import type { ModelMessage, ModelUsage } from '@sluice/core';
import { NO_HOOKS } from './agent-hooks.ts';
import { makeRequest, roughTokens } from './make-request.ts';
import type { PromptScope } from './run-prompt.ts';
import { outlineOf, summaryPrompt, summaryText } from './summary-texts.ts';
import { contextTokens, NO_USAGE } from './usage.ts';

/** Share of the window at which a conversation is made shorter, and share of it that stays word for word. */
const COMPACT_AT = 0.8;
const KEEP = 0.15;

/** Whether the next request may not fit. `usage` is that of the last answer. */
export function shouldCompact(scope: PromptScope, usage: ModelUsage): boolean {
  const { provider, conversation } = scope;
  const room = provider.contextWindow - provider.maxOutputTokens;
  const limit =
    scope.compactAtTokens ??
    Math.max(provider.contextWindow / 4, Math.min(provider.contextWindow * COMPACT_AT, room));
  const last = conversation.messages.at(-1);
  // The answer is counted by its usage; what has come after it is not.
  const since = last?.role === 'user' ? roughTokens(last) : 0;
  return contextTokens(usage) + since > limit;
}

export interface Compaction {
  readonly usage: ModelUsage;
  readonly modelMs: number;
  /** The conversation is as it was: a hook wanted that, or there was nothing to leave out. */
  readonly isRefused: boolean;
}

/**
 * Puts a summary that the model writes in the place of all but the end of the conversation. Where the model can't be asked, an
 * outline of what the person has said takes its place: a conversation that does not fit must never be at its end.
 */
export async function compactNow(
  scope: PromptScope,
  trigger: 'auto' | 'manual',
  instructions?: string,
): Promise<Compaction> {
  const { conversation, clock, emit, hooks = NO_HOOKS } = scope;
  const { messages } = conversation;
  const answer = await hooks.compacting(trigger, instructions);
  if (answer.block !== undefined) {
    emit({ type: 'notice', message: `The conversation is not made shorter: ${answer.block}` });
    return { usage: NO_USAGE, modelMs: 0, isRefused: true };
  }
  const tokensBefore = messages.reduce((sum, message) => sum + roughTokens(message), 0);
  const wishes = [...(instructions === undefined ? [] : [instructions]), ...answer.instructions];
  const kept = keptFrom(scope, messages);
  const startedAt = clock.now();
  const { text, usage } = await summarise(scope, messages, wishes);
  const modelMs = clock.now() - startedAt;
  if (scope.interruption.reason !== undefined) return { usage, modelMs, isRefused: true };
  const summary = summaryText(text ?? outlineOf(messages), text === undefined);
  const problem = await conversation.compact(summary, kept, trigger);
  if (problem !== undefined) emit({ type: 'notice', message: problem });
  emit({ type: 'compacted', trigger, tokensBefore, summary });
  for (const context of await hooks.compacted(trigger, summary)) {
    await conversation.addUser([{ type: 'text', text: context }], 'hook');
  }
  return { usage, modelMs, isRefused: false };
}

/** The first message of the model that stays, with all that follows: only before one can a conversation be cut. */
function keptFrom(
  { provider, conversation }: PromptScope,
  messages: readonly ModelMessage[],
): string | undefined {
  let tokens = 0;
  let found: string | undefined;
  for (let index = messages.length - 1; index > 0; index -= 1) {
    const message = messages[index];
    if (message === undefined) break;
    tokens += roughTokens(message);
    if (tokens > provider.contextWindow * KEEP) break;
    if (message.role === 'assistant') found = conversation.messageIdOf(message) ?? found;
  }
  return found;
}

/** Asks for a summary; of a conversation that is too long to be asked about, its second half, and half of that again. */
async function summarise(
  scope: PromptScope,
  messages: readonly ModelMessage[],
  wishes: readonly string[],
): Promise<{ readonly text: string | undefined; readonly usage: ModelUsage }> {
  const { provider, interruption } = scope;
  const base = await makeRequest(scope);
  let part = messages;
  while (part.length > 0) {
    let text = '';
    let usage = NO_USAGE;
    let isTooLong = false;
    const request = { ...base, toolChoice: 'none', messages: withRequest(part, wishes) } as const;
    for await (const event of provider.send(request, interruption.signal)) {
      if (event.type === 'block-stop' && event.block.type === 'text') text += event.block.text;
      else if (event.type === 'message-end') ({ usage } = event);
      else if (event.type === 'failed') {
        if (event.failure.kind !== 'too-long') return { text: undefined, usage };
        isTooLong = true;
      }
    }
    if (!isTooLong) return { text: text.trim() === '' ? undefined : text, usage };
    part = secondHalf(part);
  }
  return { text: undefined, usage: NO_USAGE };
}

/** The request stands in the last user's message, so that roles alternate. */
function withRequest(messages: readonly ModelMessage[], wishes: readonly string[]): readonly ModelMessage[] {
  const words = { type: 'text', text: summaryPrompt(wishes) } as const;
  const last = messages.at(-1);
  return last?.role === 'user'
    ? [...messages.slice(0, -1), { role: 'user', content: [...last.content, words] }]
    : [...messages, { role: 'user', content: [words] }];
}

const CUT_HERE = {
  role: 'user',
  content: [{ type: 'text', text: '[The beginning of this conversation has been left out.]' }],
} as const satisfies ModelMessage;

function secondHalf(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  if (messages.length < 4) return [];
  const middle = Math.ceil(messages.length / 2);
  const start = messages.findIndex((message, index) => index >= middle && message.role === 'assistant');
  return start === -1 ? [] : [CUT_HERE, ...messages.slice(start)];
}

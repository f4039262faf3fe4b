import type { ModelFailure, ModelMessage, ModelUsage } from '@sluice/core';
import { markedText } from '../../conversation/marked-text.ts';
import { askProvider } from '../ask/ask-provider.ts';
import { makeRequest } from '../make-request.ts';
import type { PromptScope } from '../prompt-scope.ts';
import { summaryPrompt } from './summary-texts.ts';
import { BUDGET_USED_UP } from '../user-texts.ts';
import { addUsage, NO_USAGE, usageOfBroken } from '../usage/token-usage.ts';

export interface Summary {
  /** Undefined: no summary. */
  readonly text: string | undefined;
  readonly usage: ModelUsage;
  /** Why a summary may be available later. Undefined: asking again would not help. */
  readonly failure: ModelFailure | undefined;
}

/** Attempts for each part, since a stream may break off. */
const MAX_ATTEMPTS = 3;

/**
 * Asks for a summary. If the conversation is too long for that, asks about its second half, then half of
 * that, and so on. Not once the budget is used up.
 * @param counted called with what each request has cost
 */
export async function summarize(
  scope: PromptScope,
  messages: readonly ModelMessage[],
  requests: readonly string[],
  counted: (usage: ModelUsage, modelMs: number) => void = () => {},
): Promise<Summary> {
  let usage = NO_USAGE;
  let part = messages;
  for (let attempt = 1; part.length > 0;) {
    const startedAt = scope.clock.now();
    const answer = await askOnce(scope, part, requests);
    usage = addUsage(usage, answer.usage);
    counted(answer.usage, scope.clock.now() - startedAt);
    const { failure } = answer;
    if (failure === undefined) {
      return { text: answer.text.trim() === '' ? undefined : answer.text, usage, failure };
    }
    if (scope.isBudgetUsedUp?.() === true) {
      return { text: undefined, usage, failure: { ...failure, message: BUDGET_USED_UP } };
    }
    if (failure.kind === 'too-long') {
      part = secondHalf(part);
      attempt = 1;
    } else if (failure.kind === 'invalid-request') {
      return { text: undefined, usage, failure: undefined };
    } else if (!failure.isRetryable || attempt >= MAX_ATTEMPTS || scope.interruption.reason !== undefined) {
      return { text: undefined, usage, failure };
    } else attempt += 1;
  }
  return { text: undefined, usage, failure: undefined };
}

/** If the server rejects a form of deferred tools, ask again in the one that is left. */
async function askOnce(scope: PromptScope, part: readonly ModelMessage[], requests: readonly string[]) {
  for (;;) {
    const { lateTools } = scope.provider;
    const answer = await ask(scope, part, requests);
    if (answer.failure === undefined || scope.provider.lateTools === lateTools) return answer;
  }
}

async function ask(scope: PromptScope, part: readonly ModelMessage[], requests: readonly string[]) {
  const { provider, interruption } = scope;
  const base = await makeRequest(scope);
  const request = { ...base, toolChoice: 'none', messages: withRequest(part, requests) } as const;
  let text = '';
  let usage = NO_USAGE;
  let failure: ModelFailure | undefined;
  for await (const event of askProvider(provider, request, interruption.signal)) {
    switch (event.type) {
      case 'message-start':
        usage = usageOfBroken(event.usage);
        break;
      case 'message-end':
        ({ usage } = event);
        break;
      case 'block-stop':
      case 'block-cut':
        if (event.block.type === 'text') text += event.block.text;
        break;
      case 'failed':
        ({ failure } = event);
        break;
      default:
    }
  }
  return { text, usage, failure };
}

/** The request is added to the last user message, so that roles alternate. */
function withRequest(
  messages: readonly ModelMessage[],
  requests: readonly string[],
): readonly ModelMessage[] {
  const words = { type: 'text', text: markedText(summaryPrompt(requests), 'note') } as const;
  const last = messages.at(-1);
  return last?.role === 'user'
    ? [...messages.slice(0, -1), { role: 'user', content: [...last.content, words] }]
    : [...messages, { role: 'user', content: [words] }];
}

const CUT_HERE = {
  role: 'user',
  content: [{ type: 'text', text: markedText('[The beginning of this conversation was left out.]', 'note') }],
} as const satisfies ModelMessage;

function secondHalf(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  if (messages.length < 4) return [];
  const middle = Math.ceil(messages.length / 2);
  const start = messages.findIndex((message, index) => index >= middle && message.role === 'assistant');
  return start === -1 ? [] : [CUT_HERE, ...messages.slice(start)];
}

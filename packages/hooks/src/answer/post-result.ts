import type { PostToolUseResult } from '@sluice/core';
import type { HookAnswer } from './hook-answer.ts';
import type { HookHandler } from '../read/hook-handler.ts';
import { hookName, notice, undecidedNotice } from '../read/hook-speaker.ts';
import { answerNotices } from './answer-notices.ts';
import type { HookMeaning } from './interpret-run.ts';

type Clip = (text: string) => Promise<string>;

/** The result of a hook that ran after the work. The call has already happened, so blocking means telling the model. */
export async function postResult(
  handler: HookHandler,
  meaning: HookMeaning,
  clip: Clip,
): Promise<PostToolUseResult> {
  switch (meaning.kind) {
    case 'cancelled':
      return { ended: 'cancelled' };
    case 'timed-out': {
      const problem = `it did not respond within ${meaning.afterMs / 1000} s and was stopped`;
      return handler.onTimeout === 'deny'
        ? failure(handler, problem, 'timed-out')
        : { ended: 'timed-out', notices: [undecidedNotice(handler, problem, 'timed-out')] };
    }
    case 'failed':
      return handler.onFailure === 'block'
        ? failure(handler, meaning.problem, 'failed')
        : { ended: 'failed', notices: [undecidedNotice(handler, meaning.problem, 'failed')] };
    case 'blocked':
      return fromAnswer(handler, meaning.answer, meaning.notices, clip, meaning.reason);
    case 'answered': {
      const { answer, notices } = meaning;
      const reason = answer?.verdict === 'block' ? (answer.reason ?? 'it gave no reason') : undefined;
      return fromAnswer(handler, answer, notices, clip, reason);
    }
    default:
      return meaning satisfies never;
  }
}

/** With `onFailure: block`, a failure means that no one checked what the call did, and the model must know. */
function failure(handler: HookHandler, problem: string, ended: 'failed' | 'timed-out'): PostToolUseResult {
  return {
    ended,
    additionalContext: `The hook "${hookName(handler)}", which checks this call's result, failed: ${problem}.`,
    notices: [notice(handler, problem)],
  };
}

async function fromAnswer(
  handler: HookHandler,
  answer: HookAnswer | undefined,
  told: readonly string[],
  clip: Clip,
  blockingReason: string | undefined,
): Promise<PostToolUseResult> {
  const feedback =
    blockingReason === undefined
      ? []
      : [`The hook "${hookName(handler)}" objects: ${await clip(blockingReason)}`];
  const context = answer?.additionalContext === undefined ? [] : [await clip(answer.additionalContext)];
  const said = [...feedback, ...context];
  const { systemMessage, terminalSequence, classifierContext } = answer ?? {};
  const result: PostToolUseResult = {
    additionalContext: said.length > 0 ? said.join('\n') : undefined,
    terminalSequence,
    classifierContext,
    stop:
      answer?.stop === undefined
        ? undefined
        : { reason: await clip(answer.stop.reason ?? 'a hook ends the turn here') },
    notices: await answerNotices(handler, systemMessage, told, clip),
  };
  // That it is there says that the output is replaced, even by nothing.
  return answer?.updatedOutput === undefined
    ? result
    : { ...result, updatedOutput: answer.updatedOutput.value };
}

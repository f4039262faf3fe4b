import type { PreToolUseResult } from '@sluice/core';
import type { HookAnswer } from './hook-answer.ts';
import { placeText, type HookHandler } from '../read/hook-handler.ts';
import { notice, undecidedNotice } from '../read/hook-speaker.ts';
import { answerNotices } from './answer-notices.ts';
import type { HookMeaning } from './interpret-run.ts';

type Clip = (text: string) => Promise<string>;

/** The result of a PreToolUse hook for the call. */
export async function preResult(
  handler: HookHandler,
  meaning: HookMeaning,
  clip: Clip,
): Promise<PreToolUseResult> {
  switch (meaning.kind) {
    case 'cancelled':
      return { ended: 'cancelled' };
    case 'timed-out': {
      const problem = `it did not respond within ${meaning.afterMs / 1000} s and was stopped`;
      const ended = 'timed-out';
      if (handler.onTimeout === 'deny') {
        return { ...deny(handler, `${problem}, which denies the call (onTimeout)`), ended };
      }
      return { ended, notices: [undecidedNotice(handler, problem, ended)] };
    }
    case 'failed': {
      const notices = [notice(handler, meaning.problem)];
      if (handler.onFailure !== 'block' && meaning.isUnavailable === true) {
        const place = placeText(handler.place);
        const reason = `the hook at ${place} is there to check this call, and ${meaning.problem}`;
        return { decision: 'ask', reason, ended: 'failed', notices };
      }
      if (handler.onFailure !== 'block')
        return { ended: 'failed', notices: [undecidedNotice(handler, meaning.problem, 'failed')] };
      return {
        ...deny(handler, `it failed, which denies the call (onFailure): ${meaning.problem}`),
        ended: 'failed',
        notices,
      };
    }
    case 'blocked': {
      const { answer, notices, reason } = meaning;
      const { updatedInput: _dropped, ...rest } = await fromAnswer(handler, answer, notices, clip);
      return { ...rest, decision: 'deny', reason: await clip(reason) };
    }
    case 'answered':
      return fromAnswer(handler, meaning.answer, meaning.notices, clip);
    default:
      return meaning satisfies never;
  }
}

function deny(handler: HookHandler, reason: string): PreToolUseResult {
  return { decision: 'deny', reason, notices: [notice(handler, reason)] };
}

async function fromAnswer(
  handler: HookHandler,
  answer: HookAnswer | undefined,
  told: readonly string[],
  clip: Clip,
): Promise<PreToolUseResult> {
  if (answer === undefined) return { notices: await answerNotices(handler, undefined, told, clip) };
  const decision = answer.permissionDecision ?? fromVerdict(answer);
  const reason = answer.permissionDecisionReason ?? answer.reason;
  const { updatedInput, additionalContext, stop, systemMessage, terminalSequence } = answer;
  return {
    decision,
    reason: reason === undefined ? undefined : await clip(reason),
    updatedInput,
    additionalContext: additionalContext === undefined ? undefined : await clip(additionalContext),
    terminalSequence,
    stop: stop === undefined ? undefined : { reason: await clip(stop.reason ?? 'a hook ends the turn here') },
    notices: await answerNotices(handler, systemMessage, told, clip),
  };
}

function fromVerdict({ verdict }: HookAnswer): 'allow' | 'deny' | undefined {
  if (verdict === undefined) return undefined;
  return verdict === 'approve' ? 'allow' : 'deny';
}

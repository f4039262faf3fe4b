import type { LateToolForm } from '@sluice/core';
import type { EndReason } from './transition.ts';

/** For the user: why a cost limit ends the run. */
export const USAGE_UNREPORTED =
  "The model's server does not report token usage, so the cost is unknown and the cost limit can't be checked. Leave out the cost limit, or use a server that reports usage.";

/** For the user: the work ended before their messages were sent. */
export const NOT_GIVEN =
  'Your message was not sent to the model, because a deferred call must run first. Send it again when you resume the session.';

interface Limits {
  readonly maxTurns?: number;
  readonly budget?: { readonly limitUsd: number };
}

interface LastAnswer {
  readonly text: string;
  readonly stopReason: string | undefined;
}

/** For the user: explains an end that is neither success nor already reported by its cause. */
export function endText(
  reason: EndReason,
  { maxTurns, budget }: Limits,
  last: LastAnswer,
  hasOutput: boolean,
): readonly string[] {
  switch (reason) {
    case 'completed':
      if (hasOutput) return [];
      if (last.stopReason === 'max_tokens')
        return ["The model's last message reached its token limit and is incomplete."];
      return last.text === '' ? ['The model ended its turn without any text.'] : [];
    case 'max-turns':
      return [`Reached maximum number of turns (${maxTurns}).`];
    case 'max-budget':
      return [`The limit of ${budget?.limitUsd} US dollars has been reached.`];
    case 'output-retries':
      return ['The model did not return structured output, even after a reminder.'];
    case 'refused':
      return ['The model refused to continue.'];
    case 'too-long':
      return ["The conversation exceeds the model's context window and could not be compacted."];
    case 'interrupted-streaming':
    case 'interrupted-tools':
    case 'shutdown':
    case 'shutdown-tools':
    case 'declined':
    case 'hook-stopped':
    case 'tool-deferred':
    case 'deferred-unavailable':
    case 'stop-prevented':
    case 'prompt-blocked':
    case 'model-error':
      return [];
    default:
      return reason satisfies never;
  }
}

export function lateToolsRefused(left: LateToolForm | undefined): string {
  return left === 'reference'
    ? 'The model server does not accept tools in messages. The request is retried with those tools in its list.'
    : 'The model server does not accept deferred tools. The request is retried with those tools available through UseTool.';
}

export const COMPACTED = 'The conversation was compacted.';

export const CLEARED = 'The conversation was cleared.';

/** @param problem a sentence's end. Default: none is known */
export function notCompacted(problem = 'it is too short, or a hook prevented it.'): string {
  return `The conversation was not compacted: ${problem}`;
}

/** Why a request is not made. */
export const BUDGET_USED_UP = "the session's budget is used up.";

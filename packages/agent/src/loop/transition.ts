import {
  MAX_CUTS_IN_ROW,
  MAX_PAUSES_IN_ROW,
  MAX_COMPACTIONS_IN_ROW,
  MAX_OUTPUT_REMINDERS,
} from './loop-limits.ts';
/** Why the model is asked. */
export type Transition =
  | 'prompt'
  /** Something was waiting to be sent, and there was no prompt. */
  | 'wake-up'
  | 'tool-results'
  /** The user sent a message while the agent was working. */
  | 'user-message'
  /** Its message reached the token limit. */
  | 'max-tokens'
  /** The API wants the same request again to continue. */
  | 'paused'
  /** A Stop hook says that the work is not done. */
  | 'stop-hook'
  /** The conversation did not fit and was compacted. */
  | 'compacted'
  /** Structured output is still required. */
  | 'output-owed';

/** Why an agent stops. */
export type EndReason =
  | 'completed'
  | 'refused'
  | 'max-turns'
  | 'max-budget'
  /** The user interrupted, or someone stopped the agent, while the model was writing. */
  | 'interrupted-streaming'
  /** The user interrupted, or someone stopped the agent, while tools were running. */
  | 'interrupted-tools'
  /** The program is shutting down. */
  | 'shutdown'
  /** The program is shutting down while tools are running. */
  | 'shutdown-tools'
  /** The user declined a call without comment. */
  | 'declined'
  | 'hook-stopped'
  /** Calls of a message are open, because a hook deferred one or someone has to answer first; they run when the session resumes. */
  | 'tool-deferred'
  /** The tool of a deferred call no longer exists. */
  | 'deferred-unavailable'
  /** The work was done and a Stop hook ended it for good, or hooks asked it to continue too many times. */
  | 'stop-prevented'
  | 'prompt-blocked'
  | 'too-long'
  | 'model-error'
  | 'output-retries';

export type Decision =
  | { readonly goesOn: true; readonly transition: Transition }
  | { readonly goesOn: false; readonly reason: EndReason };

/** What is known once the model's message is complete and its calls have ended. */
export interface TurnFacts {
  readonly outcome: 'answered' | 'failed' | 'interrupted' | 'shutdown';
  readonly failureKind: string | undefined;
  readonly stopReason: string | undefined;
  readonly hasCalls: boolean;
  /** A hook, or a user who declined without comment, wants to end the loop. */
  readonly stop: 'hook' | 'person' | undefined;
  /** Calls of it are open. */
  readonly isDeferred: boolean;
  /** The interrupt came while calls were running and the message was complete. */
  readonly wasInTools: boolean;
  readonly hasWaitingMessage: boolean;
  readonly hasOutput: boolean;
  readonly owesOutput: boolean;
  /** The model called the tool that takes the output, with something that is none. */
  readonly hasWrongOutput: boolean;
  /** Reminders of the output, and wrong outputs. */
  readonly outputReminders: number;
  /** Consecutive messages, including this one, that reached the token limit without a call. */
  readonly cutsInRow: number;
  /** Consecutive messages, including this one, at which the API paused. */
  readonly pausesInRow: number;
  readonly compactionsInRow: number;
}

/** Decides what follows a turn. Stop hooks are asked only when it would end as `completed` or `refused`. */
export function decide(facts: TurnFacts): Decision {
  switch (facts.outcome) {
    case 'shutdown':
      return end(facts.wasInTools ? 'shutdown-tools' : 'shutdown');
    case 'interrupted':
      return end(facts.wasInTools ? 'interrupted-tools' : 'interrupted-streaming');
    case 'failed':
      return facts.failureKind === 'too-long' ? shorten(facts) : end('model-error');
    case 'answered':
      return facts.hasCalls ? afterCalls(facts) : afterWords(facts);
    default:
      return facts.outcome satisfies never;
  }
}

function afterCalls(facts: TurnFacts): Decision {
  const { stop, isDeferred, stopReason, hasOutput, hasWaitingMessage, hasWrongOutput, outputReminders } =
    facts;
  if (isDeferred) return end('tool-deferred');
  if (stop !== undefined) return end(stop === 'person' ? 'declined' : 'hook-stopped');
  if (hasOutput) return end('completed');
  if (hasWaitingMessage) return goOn('user-message');
  if (hasWrongOutput && outputReminders > MAX_OUTPUT_REMINDERS) return end('output-retries');
  return stopReason === 'refusal' ? end('refused') : goOn('tool-results');
}

function afterWords(facts: TurnFacts): Decision {
  const { stopReason, cutsInRow, pausesInRow, hasWaitingMessage, owesOutput, outputReminders } = facts;
  if (stopReason === 'model_context_window_exceeded') return shorten(facts);
  if (stopReason === 'pause_turn' && pausesInRow <= MAX_PAUSES_IN_ROW) return goOn('paused');
  if (hasWaitingMessage) return goOn('user-message');
  if (stopReason === 'max_tokens' && cutsInRow <= MAX_CUTS_IN_ROW) return goOn('max-tokens');
  if (stopReason === 'refusal') return end('refused');
  if (!owesOutput) return end('completed');
  return outputReminders < MAX_OUTPUT_REMINDERS ? goOn('output-owed') : end('output-retries');
}

function shorten({ compactionsInRow }: TurnFacts): Decision {
  return compactionsInRow < MAX_COMPACTIONS_IN_ROW ? goOn('compacted') : end('too-long');
}

function goOn(transition: Transition): Decision {
  return { goesOn: true, transition };
}

function end(reason: EndReason): Decision {
  return { goesOn: false, reason };
}

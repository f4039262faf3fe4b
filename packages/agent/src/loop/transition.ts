/** Why the model is asked. */
export type Transition =
  | 'prompt'
  /** What was waiting to be told, with no prompt beside it. */
  | 'wake-up'
  | 'tool-results'
  /** A person has said something while the agent was at work. */
  | 'user-message'
  /** Its message reached the token limit. */
  | 'max-tokens'
  /** The API wants the same again, to go on. */
  | 'paused'
  /** A hook of Stop says that the work is not done. */
  | 'stop-hook'
  /** The conversation did not fit and was made shorter. */
  | 'compacted'
  /** The structured output is still owed. */
  | 'output-owed';

/** Why an agent stops. */
export type EndReason =
  | 'completed'
  | 'refused'
  | 'max-turns'
  | 'max-budget'
  /** A person has interrupted while the model was writing. */
  | 'interrupted-streaming'
  /** A person has interrupted while tools were running. */
  | 'interrupted-tools'
  /** The program ends. */
  | 'shutdown'
  /** The program ends while tools are running. */
  | 'shutdown-tools'
  /** A person has declined a call without a word. */
  | 'declined'
  | 'hook-stopped'
  /** A hook has put off the only call of a message: it is made when the session goes on. */
  | 'tool-deferred'
  /** The tool of a call that was put off is no longer there. */
  | 'deferred-unavailable'
  /** It was done, and a hook of Stop wanted that to be the end for good; or hooks wanted it to go on once too often. */
  | 'stop-prevented'
  | 'prompt-blocked'
  | 'too-long'
  | 'model-error'
  | 'output-retries';

export type Decision =
  | { readonly goesOn: true; readonly transition: Transition }
  | { readonly goesOn: false; readonly reason: EndReason };

/** What is known when the model's message is whole and its calls have ended. */
export interface TurnFacts {
  readonly outcome: 'answered' | 'failed' | 'interrupted' | 'shutdown';
  readonly failureKind: string | undefined;
  readonly stopReason: string | undefined;
  readonly hasCalls: boolean;
  /** A hook, or a person who declined without a word, wants the loop to end. */
  readonly stop: 'hook' | 'person' | undefined;
  /** A hook has put off its only call. */
  readonly isDeferred: boolean;
  /** The interrupt came while calls were running and the message was whole. */
  readonly wasInTools: boolean;
  readonly hasWaitingMessage: boolean;
  readonly hasOutput: boolean;
  readonly owesOutput: boolean;
  readonly outputReminders: number;
  /** Messages in a row, this one included, that reached the token limit without a call. */
  readonly cutsInRow: number;
  /** Messages in a row, this one included, at which the API has paused. */
  readonly pausesInRow: number;
  readonly compactionsInRow: number;
}

export const MAX_CUTS_IN_ROW = 3;
/** Each pause may stand for several searches of the server. */
export const MAX_PAUSES_IN_ROW = 10;
export const MAX_COMPACTIONS_IN_ROW = 2;
export const MAX_OUTPUT_REMINDERS = 5;

/** What follows a turn. Whether hooks of Stop let it end is asked only where it would end as `completed` or `refused`. */
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

function afterCalls({ stop, isDeferred, stopReason, hasOutput, hasWaitingMessage }: TurnFacts): Decision {
  if (isDeferred) return end('tool-deferred');
  if (stop !== undefined) return end(stop === 'person' ? 'declined' : 'hook-stopped');
  if (hasOutput) return end('completed');
  if (hasWaitingMessage) return goOn('user-message');
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

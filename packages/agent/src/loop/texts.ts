import type { EndReason } from './transition.ts';

/** Texts for the model, sent in user messages that no one typed. */
export const INTERRUPTED_IN_TOOLS =
  '[The user interrupted you while tools were running. What had ended by then has its result above; wait for what the user says next.]';
export const INTERRUPTED_IN_WORDS =
  '[The user interrupted you before you had finished, and before any further tool ran; wait for what the user says next.]';
export const GO_ON_AFTER_CUT =
  '[Your message reached the token limit and was cut off there. Go on exactly where it ends, without repeating any of it; do large pieces of work in smaller parts.]';
/** Sent when the model's own message is the last one: no API lets it answer itself. */
export const GO_ON = '[Go on.]';
export const OUTPUT_OWED =
  '[You have not given your answer yet: call the tool StructuredOutput with it. Text alone does not count.]';

/** For the user: why a cost limit ends the run. */
export const USAGE_UNREPORTED =
  "The model's server does not report token usage, so the cost is unknown and the cost limit can't be checked. Leave out the cost limit, or use a server that reports usage.";

/** For the user: the work ended before their messages were sent. */
export const NOT_GIVEN =
  'What you said did not go to the model: the call that had been put off came first. Say it again when the session goes on.';

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
        return ['The last message of the model reached its token limit and is not whole.'];
      return last.text === '' ? ['The model ended without a word.'] : [];
    case 'max-turns':
      return [
        `The model had ${maxTurns} ${maxTurns === 1 ? 'turn' : 'turns'}, which is the limit, and was not done.`,
      ];
    case 'max-budget':
      return [`The limit of ${budget?.limitUsd} US dollars has been reached.`];
    case 'output-retries':
      return ['The model did not give the structured output, although it was reminded.'];
    case 'refused':
      return ['The model refused to go on.'];
    case 'too-long':
      return ['The conversation does not fit into the window of the model, and could not be made shorter.'];
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

export const LATE_TOOLS_REFUSED =
  'The model server does not accept deferred tools. The request is sent again, with tools that a call of UseTool reaches.';

export const COMPACTED = 'The conversation was compacted.';

export const NOT_COMPACTED = 'The conversation was not compacted: it is too short, or a hook refused.';

import { NO_HOOKS } from './agent-hooks.ts';
import type { PromptTally } from './usage/prompt-tally.ts';
import type { PromptScope } from './prompt-scope.ts';
import { userContentAdder } from './add-user-content.ts';
import { interruptedText } from './model-texts.ts';
import type { Decision } from './transition.ts';
import type { Turn } from './turn.ts';

/**
 * Runs the hooks that are asked or notified before the work ends. What ended it is kept for the result, and
 * sent to the model if it must know.
 */
export async function confirmEnd(
  scope: PromptScope,
  tally: PromptTally,
  turn: Turn,
  decision: Decision,
): Promise<Decision> {
  if (turn.suspended.length > 0) tally.suspend(turn.suspended);
  else if (turn.deferred !== undefined) tally.defer(turn.deferred, turn.stop?.reason);
  else if (turn.stop !== undefined) tally.addError(turn.stop.reason);
  if (decision.goesOn) return decision;
  const addUserContent = userContentAdder(scope);
  switch (decision.reason) {
    case 'completed':
    case 'refused':
      return askToStop(scope, tally, decision);
    case 'interrupted-tools':
    case 'interrupted-streaming':
      await addUserContent(interruptedText(scope.interruption.reason, decision.reason), 'note');
      return decision;
    case 'model-error':
    case 'too-long':
      await reportFailure(scope, tally, turn);
      return decision;
    default:
      return decision;
  }
}

type End = Extract<Decision, { goesOn: false }>;

async function askToStop(scope: PromptScope, tally: PromptTally, decision: End): Promise<Decision> {
  const { hooks = NO_HOOKS, interruption, waiting, output } = scope;
  const answer = await hooks.stopping(tally.text, interruption.signal);
  if (answer.goesOn) {
    for (const words of answer.feedback) await userContentAdder(scope)(words, 'hook');
    // If a hook rejects an answer, a new one is required.
    output?.clear();
    return { goesOn: true, transition: 'stop-hook' };
  }
  if (answer.stop !== undefined) {
    tally.addError(answer.stop);
    return decision.reason === 'completed' ? { goesOn: false, reason: 'stop-prevented' } : decision;
  }
  // The user may have sent a message while the hooks ran.
  return waiting.length > 0 ? { goesOn: true, transition: 'user-message' } : decision;
}

/** Reports to the result and to hooks why the model could not be asked. */
export async function reportFailure(
  { hooks = NO_HOOKS }: PromptScope,
  tally: PromptTally,
  { failure }: Turn,
): Promise<void> {
  if (failure === undefined) return;
  tally.fail(failure);
  await hooks.failed(failure, tally.text);
}

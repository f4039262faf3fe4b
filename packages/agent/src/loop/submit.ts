import { NO_HOOKS } from './agent-hooks.ts';
import type { Prompt } from './agent-options.ts';
import type { PromptTally } from './prompt-tally.ts';
import type { PromptScope } from './prompt-scope.ts';
import { speakerOf } from './speak.ts';
import type { EndReason } from './transition.ts';

/**
 * Adds the content to the conversation if hooks allow it. Returns a reason if they don't, or if they want to
 * end the work.
 */
export async function submit(
  scope: PromptScope,
  tally: PromptTally,
  { content, origin = 'person' }: Prompt,
  /** Receives the reason why it is not sent to the model. */
  tell: (why: string) => void = tally.addError,
): Promise<EndReason | undefined> {
  const { hooks = NO_HOOKS, interruption } = scope;
  const speak = speakerOf(scope);
  const words = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  const verdict = await hooks.submitted(words, interruption.signal);
  if (verdict.block !== undefined) {
    const { stop } = verdict;
    tell(stop === undefined ? verdict.block : `${verdict.block} ${stop}`);
    return stop === undefined ? 'prompt-blocked' : 'hook-stopped';
  }
  // Hooks that were interrupted have not allowed anything.
  const { reason } = interruption;
  if (reason !== undefined) return reason === 'shutdown' ? reason : 'interrupted-streaming';
  await speak(content, origin);
  for (const context of verdict.additionalContext) await speak(context, 'hook');
  if (verdict.stop === undefined) return undefined;
  tally.addError(verdict.stop);
  return 'hook-stopped';
}

/** What happened to the waiting messages. */
export interface Submitted {
  /** A message was added to the conversation, or the user interrupted, so the work can continue. */
  readonly goesOn: boolean;
  /** A hook wants to end the work. */
  readonly end: EndReason | undefined;
}

/**
 * Submits all waiting messages in order. A message that a hook blocks is dropped, and the work continues.
 * Messages that an interrupt stops keep waiting.
 */
export async function submitWaiting(scope: PromptScope, tally: PromptTally): Promise<Submitted> {
  const { waiting, emit } = scope;
  const erased = (why: string): void =>
    emit({ type: 'notice', message: `What was said meanwhile did not go to the model: ${why}` });
  let goesOn = false;
  for (let prompt = waiting.shift(); prompt !== undefined; prompt = waiting.shift()) {
    const refused = await submit(scope, tally, prompt, erased);
    if (refused === 'interrupted-streaming' || refused === 'shutdown') {
      waiting.unshift(prompt);
      return { goesOn: true, end: undefined };
    }
    if (refused === 'prompt-blocked') continue;
    if (refused !== undefined) return { goesOn, end: refused };
    goesOn = true;
  }
  return { goesOn, end: undefined };
}

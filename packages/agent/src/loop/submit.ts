import { NO_HOOKS } from './agent-hooks.ts';
import type { Prompt } from './agent-options.ts';
import type { PromptTally } from './prompt-tally.ts';
import type { PromptScope } from './prompt-scope.ts';
import { speakerOf } from './speak.ts';
import type { EndReason } from './transition.ts';

/** Puts what was said into the conversation, if hooks let it. A reason: they don't, or want an end. */
export async function submit(
  scope: PromptScope,
  tally: PromptTally,
  { content, origin = 'person' }: Prompt,
): Promise<EndReason | undefined> {
  const { hooks = NO_HOOKS, interruption } = scope;
  const speak = speakerOf(scope);
  const words = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
  const verdict = await hooks.submitted(words, interruption.signal);
  if (verdict.block !== undefined) {
    tally.addError(verdict.block);
    return 'prompt-blocked';
  }
  // Hooks that were broken off have let nothing through.
  const { reason } = interruption;
  if (reason !== undefined) return reason === 'shutdown' ? reason : 'interrupted-streaming';
  await speak(content, origin);
  for (const context of verdict.additionalContext) await speak(context, 'hook');
  if (verdict.stop === undefined) return undefined;
  tally.addError(verdict.stop);
  return 'hook-stopped';
}

/** All that waits, in order. What an interrupt stops, and what comes after words that are not let through, goes on waiting. */
export async function submitWaiting(scope: PromptScope, tally: PromptTally): Promise<EndReason | undefined> {
  for (let prompt = scope.waiting.shift(); prompt !== undefined; prompt = scope.waiting.shift()) {
    const refused = await submit(scope, tally, prompt);
    if (refused === 'interrupted-streaming' || refused === 'shutdown') {
      scope.waiting.unshift(prompt);
      return undefined;
    }
    if (refused !== undefined) return refused;
  }
  return undefined;
}

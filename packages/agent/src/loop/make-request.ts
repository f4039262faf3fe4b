import type { ModelRequest } from '@sluice/core';
import type { PromptScope } from './prompt-scope.ts';

/** Everything in a request except its messages. */
export async function makeRequest(
  scope: PromptScope,
): Promise<Omit<ModelRequest, 'messages' | 'isStreamed'>> {
  const { system, sharedSystemTexts, toolChoice, thinking, taskTokens } = scope;
  return {
    system,
    sharedSystemTexts,
    tools: await scope.tools(),
    toolChoice,
    thinking: typeof thinking === 'function' ? thinking() : thinking,
    taskTokens,
  };
}

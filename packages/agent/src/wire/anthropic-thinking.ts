import type { ModelMessage, ModelRequest } from '@sluice/core';
import type { WireOptions } from './wire-format.ts';
import type { WireValue } from './wire-json.ts';

/** The least that the API takes for a budget, which also has to be below the limit of the answer. */
const LEAST_BUDGET = 1024;

/** How thinking is asked for: with a budget, as much as the model likes, or not at all. */
export type ThinkingForm = 'enabled' | 'adaptive' | 'disabled';

/** The form that the request is sent with; undefined: the field is left out. */
export function thinkingForm(
  request: Pick<ModelRequest, 'thinking' | 'toolChoice' | 'messages'>,
  takes: WireOptions['takesThinking'] = 'any',
): ThinkingForm | undefined {
  const { thinking, toolChoice } = request;
  if (thinking === undefined || takes === 'none') return undefined;
  if (thinking.maxTokens === 0) return 'disabled';
  // The API refuses to think where a call is forced.
  if (toolChoice === 'any' || typeof toolChoice === 'object') return undefined;
  if (thinking.maxTokens === undefined || takes === 'adaptive') return 'adaptive';
  return hasBegunWithout(request.messages) ? undefined : 'enabled';
}

export function thinkingFields(
  request: ModelRequest,
  maxTokens: number,
  takes: WireOptions['takesThinking'],
): { readonly thinking?: WireValue; readonly output_config?: WireValue } {
  const form = thinkingForm(request, takes);
  const { effort, maxTokens: wanted = 0 } = request.thinking ?? {};
  const budget = Math.min(wanted, maxTokens - 1);
  const isSent = form !== undefined && (form !== 'enabled' || budget >= LEAST_BUDGET);
  return {
    ...(isSent && { thinking: { type: form, ...(form === 'enabled' && { budget_tokens: budget }) } }),
    ...(effort !== undefined && { output_config: { effort } }),
  };
}

/**
 * Whether the calls whose results are sent belong to a stretch of work that began without thinking, as one does that another
 * model began: with a budget the API then refuses to think before the stretch is over.
 */
export function hasBegunWithout(messages: readonly ModelMessage[]): boolean {
  let at = messages.length - 1;
  while (messages[at]?.content.some(({ type }) => type === 'tool_result') === true) at -= 2;
  const first = messages[at + 1];
  return (
    first?.role === 'assistant' &&
    !first.content.some(
      (block) => block.type === 'opaque' && block.api === 'anthropic' && block.kind === 'thinking',
    )
  );
}

import type { ModelMessage, ModelRequest, ThinkingEffort } from '@sluice/core';
import type { WireOptions } from './wire-format.ts';
import type { WireValue } from './wire-json.ts';

/** The smallest budget that the API accepts; it must also be below the output limit. */
const LEAST_BUDGET = 1024;

/** How thinking is requested: with a budget, as much as the model chooses, or not at all. */
export type ThinkingForm = 'enabled' | 'adaptive' | 'disabled';

/** The form in the request; undefined: the field is omitted. */
export function thinkingForm(
  request: Pick<ModelRequest, 'thinking' | 'toolChoice' | 'messages'>,
  takes: WireOptions['takesThinking'] = 'any',
): ThinkingForm | undefined {
  const { thinking, toolChoice } = request;
  if (thinking === undefined || takes === 'none') return undefined;
  if (thinking.maxTokens === 0) return 'disabled';
  // The API rejects thinking when a call is forced.
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
  const { effort, maxTokens: wanted = 0, display } = request.thinking ?? {};
  const budget = Math.min(wanted, maxTokens - 1);
  const isSent = form !== undefined && (form !== 'enabled' || budget >= LEAST_BUDGET);
  return {
    thinking: isSent
      ? {
          type: form,
          budget_tokens: form === 'enabled' ? budget : undefined,
          display: form === 'disabled' ? undefined : display,
        }
      : undefined,
    output_config: outputConfig(effort, request.taskTokens),
  };
}

function outputConfig(
  effort: ThinkingEffort | undefined,
  taskTokens: number | undefined,
): WireValue | undefined {
  if (effort === undefined && taskTokens === undefined) return undefined;
  return {
    effort,
    task_budget: taskTokens === undefined ? undefined : { type: 'tokens', total: taskTokens },
  };
}

/**
 * Whether the calls whose results are being sent belong to a run of work that began without thinking, such as
 * one that another model began. With a budget, the API then rejects thinking until that run is over.
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

import { present } from '@sluice/base';
import type { ModelRequest } from '@sluice/core';
import type { CallOptions, SpecificationVersion, ToolChoice } from './language-model.ts';
import { toPrompt } from './to-prompt.ts';

interface CallOptionsContext {
  /** Opaque blocks of this API may be sent. */
  readonly api: string;
  readonly version: SpecificationVersion;
  readonly maxOutputTokens: number;
  readonly signal: AbortSignal;
}

/** Converts a request to an AI SDK model's call options. */
export function callOptions(
  request: ModelRequest,
  { api, version, maxOutputTokens, signal }: CallOptionsContext,
): CallOptions {
  const tools = request.tools.map((tool) => ({ type: 'function' as const, ...tool }));
  const hasTools = tools.length > 0;
  return {
    prompt: toPrompt(request, api, version),
    maxOutputTokens: request.maxOutputTokens ?? maxOutputTokens,
    abortSignal: signal,
    ...present({
      tools: hasTools ? tools : undefined,
      toolChoice: hasTools ? toolChoice(request.toolChoice ?? 'auto') : undefined,
    }),
  };
}

function toolChoice(choice: NonNullable<ModelRequest['toolChoice']>): ToolChoice {
  if (typeof choice === 'object') return { type: 'tool', toolName: choice.name };
  return { type: choice === 'any' ? 'required' : choice };
}

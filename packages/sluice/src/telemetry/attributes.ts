import { present } from '@sluice/base';
import type { Attributes } from '@opentelemetry/api';
import type {
  AgentIdentity,
  AssistantBlock,
  CallRecord,
  ModelProvider,
  ModelUsage,
  Outcome,
} from '@sluice/core';

/** UTF-16 units of one text of the content, if content goes along. */
const MAX_CONTENT = 32_768;

/** Names of the conventions for services that Sluice names differently. */
const PROVIDERS: Readonly<Partial<Record<string, string>>> = {
  gemini: 'gcp.gemini',
  google: 'gcp.gemini',
  xai: 'x_ai',
  mistral: 'mistral_ai',
};

/** Of a request. A model without a service in its name is named by its API. */
export function modelAttributes({ api, model }: Pick<ModelProvider, 'api' | 'model'>): Attributes {
  const [service, ...rest] = model.split('/');
  const provider = rest.length === 0 ? api.split('-')[0] : service?.replace(/-(chat|responses)$/, '');
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': PROVIDERS[provider ?? ''] ?? provider,
    'gen_ai.request.model': rest.length === 0 ? model : rest.join('/'),
  };
}

/** The conventions' input includes what a cache holds. */
export function inputTokens({ inputTokens: fresh, cacheReadTokens, cacheWriteTokens }: ModelUsage): number {
  return fresh + cacheReadTokens + cacheWriteTokens;
}

export function usageAttributes(usage: ModelUsage): Attributes {
  return {
    'gen_ai.usage.input_tokens': inputTokens(usage),
    'gen_ai.usage.output_tokens': usage.outputTokens,
    'gen_ai.usage.cache_read.input_tokens': usage.cacheReadTokens,
    'gen_ai.usage.cache_creation.input_tokens': usage.cacheWriteTokens,
  };
}

export function agentAttributes(identity: AgentIdentity | undefined): Attributes {
  return {
    'gen_ai.agent.name': identity?.type ?? 'main',
    ...present({ 'gen_ai.agent.id': identity?.id }),
  };
}

export function decisionAttributes({ decision }: CallRecord): Attributes {
  if (decision === undefined) return {};
  return { 'sluice.permission.behavior': decision.behavior, 'sluice.permission.by': decision.by };
}

/** Why a call has no good result; empty if it has one. */
export function errorAttributes(outcome: Outcome): Attributes {
  if (outcome.code === 'ok') return {};
  return { 'error.type': outcome.code === 'tool-error' ? outcome.errorCode : outcome.code };
}

export function recordAttributes(record: CallRecord): Attributes {
  const { durations, executingMs, attempts, inputChars, resultChars, storedAt } = record;
  return {
    'sluice.call.queued_ms': durations.queued,
    'sluice.call.permission_ms': durations['awaiting-permission'],
    'sluice.call.executing_ms': executingMs,
    'sluice.call.attempts': attempts,
    'sluice.call.input_chars': inputChars,
    'sluice.call.result_chars': resultChars,
    'sluice.call.result_stored': storedAt !== undefined,
  };
}

/** A message in the JSON form of the conventions. */
export function messageText(
  role: 'user' | 'assistant',
  blocks: readonly (AssistantBlock | object)[],
): string {
  const parts = blocks.flatMap((block): object[] => {
    if (!('type' in block)) return [];
    if (block.type === 'text' && 'text' in block) return [{ type: 'text', content: block.text }];
    if (block.type === 'tool_use' && 'input' in block && 'id' in block && 'name' in block)
      return [{ type: 'tool_call', id: block.id, name: block.name, arguments: block.input }];
    return [];
  });
  return contentText([{ role, parts }]);
}

export function contentText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_CONTENT ? `${text.slice(0, MAX_CONTENT)}…` : text;
}

import {
  addUsage,
  knownCostUsd,
  serviceOfModel,
  type AgentResult,
  type EndReason,
  type HookBlock,
  type UsedModel,
} from '@sluice/agent';
import { present } from '@sluice/base';
import type { OpenAskedCall } from '@sluice/core';
import { apiProvider } from './api-provider.ts';
import { clientModel } from './client-model.ts';
import { usageForClient } from './usage-for-client.ts';

/** The last message of a prompt: how it ended. */
export function resultMessage(result: AgentResult): object {
  const { reason, usage } = result;
  const errors = resultErrors(result);
  const { subtype, isError, terminalReason } = endOf(result);
  return {
    type: 'result',
    subtype,
    is_error: isError,
    ...present({ result: subtype === 'success' ? finalText(result) : undefined }),
    api_error_status: result.failure === undefined ? undefined : (result.failure.status ?? null),
    errors: errors.length > 0 ? errors : undefined,
    stop_reason: isLeftOpen(result) ? 'tool_deferred' : (result.stopReason ?? null),
    num_turns: result.turns,
    duration_ms: Math.round(result.durationMs),
    duration_api_ms: Math.round(result.modelMs),
    total_cost_usd: knownCostUsd(result.models),
    cost_is_known: result.costUsd !== undefined,
    usage: usageForClient(usage),
    modelUsage: modelUsage(result),
    permission_denials: result.denials.map(({ toolName, callId, input, agentId }) => ({
      tool_name: toolName,
      tool_use_id: callId,
      tool_input: input,
      agent_id: agentId,
    })),
    structured_output: result.structuredOutput,
    deferred_tool_use: result.deferred === undefined ? undefined : deferredUse(result.deferred),
    open_asks: result.suspended?.map(openAsk),
    terminal_reason:
      reason === 'model-error' && result.failure?.status !== undefined ? 'api_error' : terminalReason,
  };
}

function isLeftOpen({ deferred, suspended }: AgentResult): boolean {
  return deferred !== undefined || suspended !== undefined;
}

/** Without a `request_id`, the call waits behind another one. */
function openAsk({ requestId, callId, toolName, input, reason }: OpenAskedCall): object {
  return { request_id: requestId, tool_use_id: callId, tool_name: toolName, tool_input: input, reason };
}

function deferredUse({ id, name, input, reason }: NonNullable<AgentResult['deferred']>): object {
  return { id, name, input, reason };
}

/** By the name that clients know the model by: an agent may have given it another one. */
export function modelUsage({ models }: Pick<AgentResult, 'models'>): Readonly<Record<string, object>> {
  const byName = new Map<string, UsedModel>();
  for (const used of models) {
    const name = clientModel(used.model);
    const before = byName.get(name);
    byName.set(name, before === undefined ? used : together(before, used));
  }
  return Object.fromEntries([...byName].map(([name, used]) => [name, usageOf(name, used)]));
}

function together(one: UsedModel, other: UsedModel): UsedModel {
  const isKnown = one.costUsd !== undefined && other.costUsd !== undefined;
  return {
    ...other,
    usage: addUsage(one.usage, other.usage),
    costUsd: isKnown ? one.costUsd + other.costUsd : undefined,
  };
}

function usageOf(name: string, { model, usage, costUsd, contextWindow, maxOutputTokens }: UsedModel): object {
  return {
    inputTokens: usage.inputTokens,
    outputTokens: usage.outputTokens,
    cacheReadInputTokens: usage.cacheReadTokens,
    cacheCreationInputTokens: usage.cacheWriteTokens,
    webSearchRequests: 0,
    costUSD: costUsd ?? 0,
    contextWindow,
    maxOutputTokens,
    canonicalModel: name.slice(name.lastIndexOf('/') + 1),
    provider: apiProvider(serviceOfModel(model) ?? 'anthropic'),
    costBasis: costUsd === undefined || usage.isIncomplete === true ? 'unknown' : 'list',
  };
}

/** What the user reads at the end. */
function finalText({ failure, hookBlock, text }: AgentResult): string {
  return failure?.message ?? (hookBlock === undefined ? text : blockText(hookBlock));
}

/** In the words that programs of the Agent SDK look for, without the prompt: it may hold what the hook protects. */
export function blockText({ event, reason }: HookBlock): string {
  return `${event} operation blocked by hook:\n${reason}`;
}

/**
 * Why it did not end well; never empty for a failure: clients read the first entry without checking. A hook's reason to
 * block the prompt is the text of the result.
 */
export function resultErrors(result: AgentResult): readonly string[] {
  const errors = result.hookBlock === undefined ? result.errors : [];
  return errors.length === 0 && isFailure(result) ? ['interrupted before the work was finished'] : errors;
}

type HowItEnded = Pick<AgentResult, 'reason' | 'isPromptLost' | 'hookBlock'>;

export function isFailure(result: HowItEnded): boolean {
  return endOf(result).isError;
}

/** A prompt that was lost has failed, whatever the result of an earlier call. One that a hook blocked has not. */
function endOf({ reason, isPromptLost, hookBlock }: HowItEnded): (typeof ENDS)[EndReason] {
  if (isPromptLost === true) return { ...ENDS[reason], ...FAILED };
  return hookBlock === undefined ? ENDS[reason] : ENDS['hook-stopped'];
}

const FAILED = { subtype: 'error_during_execution', isError: true } as const;
const FINE = { subtype: 'success', isError: false } as const;

/** The terminal reasons are of those that clients know. */
const ENDS: Readonly<
  Record<EndReason, { readonly subtype: string; readonly isError: boolean; readonly terminalReason: string }>
> = {
  completed: { ...FINE, terminalReason: 'completed' },
  refused: { ...FINE, terminalReason: 'completed' },
  'max-turns': { subtype: 'error_max_turns', isError: true, terminalReason: 'max_turns' },
  'max-budget': { subtype: 'error_max_budget_usd', isError: true, terminalReason: 'budget_exhausted' },
  'output-retries': {
    subtype: 'error_max_structured_output_retries',
    isError: true,
    terminalReason: 'structured_output_retry_exhausted',
  },
  'interrupted-streaming': { ...FAILED, terminalReason: 'aborted_streaming' },
  'interrupted-tools': { ...FAILED, terminalReason: 'aborted_tools' },
  shutdown: { ...FAILED, terminalReason: 'aborted_streaming' },
  'shutdown-tools': { ...FAILED, terminalReason: 'aborted_tools' },
  // The user has ended the turn.
  declined: { ...FINE, terminalReason: 'aborted_tools' },
  'stop-prevented': { ...FINE, terminalReason: 'stop_hook_prevented' },
  'tool-deferred': { ...FINE, terminalReason: 'tool_deferred' },
  'deferred-unavailable': { ...FAILED, terminalReason: 'tool_deferred_unavailable' },
  'hook-stopped': { ...FINE, terminalReason: 'hook_stopped' },
  'prompt-blocked': { ...FAILED, terminalReason: 'hook_stopped' },
  // Clients show the text of the error as the answer.
  'too-long': { subtype: 'success', isError: true, terminalReason: 'prompt_too_long' },
  'model-error': { subtype: 'success', isError: true, terminalReason: 'model_error' },
};

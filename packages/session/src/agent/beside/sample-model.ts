import { askProvider, NO_USAGE } from '@sluice/agent';
import type { ModelProvider, ModelRequest } from '@sluice/core';
import type { AskModel } from '@sluice/mcp';
import { askBeside, NO_BUDGET, openBeside } from './ask-beside.ts';
import type { AssembledAgent } from '../assembled-agent.ts';

/** Answers what MCP servers ask of the model, with the model of an agent and beside its conversation. */
export function sampleModel(agent: AssembledAgent): AskModel {
  return async ({ system, messages, maxTokens, signal }) => {
    const opened = await openBeside(agent, agent.askedModel());
    if (!opened.ok) return { ok: false, reason: opened.message };
    const { provider } = opened;
    try {
      const request = {
        system: system === undefined ? [] : [system],
        messages,
        tools: [],
        maxOutputTokens: Math.min(maxTokens, provider.maxOutputTokens),
      };
      const chars = JSON.stringify([system, messages]).length;
      const size = { chars, maxTokens: request.maxOutputTokens, signal };
      const answer = await askBeside(agent, provider, size, () => sample(provider, request, signal));
      if (answer === undefined) return { ok: false, reason: NO_BUDGET };
      const { text, problem, isCut } = answer;
      if (problem !== undefined) return { ok: false, reason: problem };
      return { ok: true, text, model: provider.model, isCut };
    } finally {
      provider.close();
    }
  };
}

async function sample(provider: ModelProvider, request: ModelRequest, signal: AbortSignal) {
  let text = '';
  let usage = NO_USAGE;
  let isCut = false;
  let problem: string | undefined;
  for await (const event of askProvider(provider, request, signal)) {
    if (event.type === 'block-stop' && event.block.type === 'text') text += event.block.text;
    if (event.type === 'message-start' || event.type === 'message-end') ({ usage } = event);
    if (event.type === 'message-end') isCut = event.stopReason === 'max_tokens';
    if (event.type === 'failed') problem = event.failure.message;
  }
  return { text, usage, isCut, problem };
}

import { present } from '@sluice/base';
import type { JsonObject } from '@sluice/core';
import { endedText } from './ended-text.ts';
import type { AgentReport, Spawned } from './sub-agent-port.ts';

export interface AgentToolOutput {
  /** For the model. */
  readonly text: string;
  /** The shape that programs know. */
  readonly client: JsonObject;
}

export function agentToolOutput(
  spawned: Exclude<Spawned, { readonly status: 'refused' }>,
  { description, prompt }: { readonly description: string; readonly prompt: string },
): AgentToolOutput {
  if (spawned.status === 'ended') {
    return { text: endedText(spawned.report), client: endedClient(spawned.report, prompt) };
  }
  const { agentId, type, model, outputFile, notes } = spawned;
  const lines = [
    `Agent ${agentId} (${type}) works in the background. You get its report when it ends; until then, do other work or end your turn. Its output so far is in ${outputFile}.`,
    ...notes,
  ];
  return {
    text: lines.join('\n'),
    client: {
      status: 'async_launched',
      isAsync: true,
      agentId,
      description,
      resolvedModel: model,
      prompt,
      outputFile,
      canReadOutputFile: true,
    },
  };
}

function endedClient(report: AgentReport, prompt: string): JsonObject {
  const { usage } = report;
  const isCompleted = report.outcome === 'completed';
  return {
    status: 'completed',
    ...present({
      outcome: isCompleted ? undefined : report.outcome,
      reason: isCompleted ? undefined : (report.reason ?? ''),
    }),
    agentId: report.agentId,
    agentType: report.type,
    content: report.text === '' ? [] : [{ type: 'text', text: report.text }],
    resolvedModel: report.model,
    modelsUsed: report.models.map(({ model }) => model),
    totalToolUseCount: report.toolUses,
    totalDurationMs: Math.round(report.durationMs),
    totalTokens: report.totalTokens,
    usage: {
      input_tokens: usage.inputTokens,
      output_tokens: usage.outputTokens,
      cache_creation_input_tokens: usage.cacheWriteTokens,
      cache_read_input_tokens: usage.cacheReadTokens,
      server_tool_use: null,
      service_tier: null,
      cache_creation: null,
    },
    toolsUsed: [...report.toolsUsed],
    toolStats: { ...report.toolStats },
    prompt,
    ...present({ worktreePath: report.worktree?.path, worktreeBranch: report.worktree?.branch }),
  };
}

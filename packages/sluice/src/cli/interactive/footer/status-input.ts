import { present } from '@sluice/base';
import type { JsonObject } from '@sluice/core';
import type { PrintAgent } from '../../print/open-print-agent.ts';

export interface StatusFacts {
  readonly version: string;
  readonly usedTokens: number | undefined;
  /** Undefined: the price of a model is unknown. */
  readonly costUsd: number | undefined;
  readonly startedAt: number;
}

/** What the command of the setting "statusLine" reads, as other programs with that setting give it. */
export function statusInput({ agent, parts, sessionId }: PrintAgent, facts: StatusFacts): JsonObject {
  const { usedTokens = 0, costUsd, version, startedAt } = facts;
  const { cwd } = agent.runtime.session;
  const { contextWindow, model } = agent.provider;
  const used = Math.round((100 * usedTokens) / contextWindow);
  const { effort } = agent.thinking ?? {};
  return {
    hook_event_name: 'Status',
    session_id: sessionId,
    transcript_path: agent.transcriptPath,
    cwd,
    version,
    model: { id: model, display_name: model.slice(model.lastIndexOf('/') + 1) },
    workspace: { current_dir: cwd, project_dir: parts.cwd },
    permission_mode: agent.runtime.permission.current().mode,
    ...present({ effort: effort === undefined ? undefined : { level: effort } }),
    cost: {
      ...present({ total_cost_usd: costUsd }),
      total_duration_ms: Date.now() - startedAt,
    },
    context_window: {
      context_window_size: contextWindow,
      total_input_tokens: usedTokens,
      used_percentage: used,
      remaining_percentage: 100 - used,
    },
    exceeds_200k_tokens: usedTokens > 200_000,
  };
}

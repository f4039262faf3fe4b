import type { AgentResult } from '@sluice/agent';
import { modelUsage } from '../output/result-message.ts';
import { knownCostUsd } from '@sluice/agent';

/** What a session has used so far. */
export interface SessionUsage {
  /** The latest result, with the totals of the session. Undefined: no prompt has ended. */
  readonly last: AgentResult | undefined;
  /** Milliseconds in which prompts were worked on, and in which a model answered. */
  readonly durationMs: number;
  readonly modelMs: number;
}

/** The answer to `get_usage`. There is no plan with limits: services are paid by use. */
export function usageAnswer({ last, durationMs, modelMs }: SessionUsage): object {
  return {
    session: {
      total_cost_usd: last === undefined ? 0 : knownCostUsd(last.models),
      total_api_duration_ms: Math.round(modelMs),
      total_duration_ms: Math.round(durationMs),
      model_usage: last === undefined ? {} : modelUsage(last),
    },
    subscription_type: null,
    rate_limits_available: false,
    rate_limits: null,
    behaviors: null,
  };
}

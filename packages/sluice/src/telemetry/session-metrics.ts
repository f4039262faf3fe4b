import type { Attributes, Meter } from '@opentelemetry/api';
import type { ModelUsage } from '@sluice/core';
import type { AgentResult } from '@sluice/agent';
import { inputTokens } from './attributes.ts';

/** Bounds that the conventions recommend, in seconds and tokens. */
const SECONDS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
const TOKENS = Array.from({ length: 14 }, (_, power) => 4 ** power);

/** The metrics of a session. */
export function sessionMetrics(meter: Meter) {
  const duration = (name: string, description: string) =>
    meter.createHistogram(name, { unit: 's', description, advice: { explicitBucketBoundaries: SECONDS } });
  const request = duration('gen_ai.client.operation.duration', 'Time of requests to models.');
  const tokens = meter.createHistogram('gen_ai.client.token.usage', {
    ...{ unit: '{token}', description: 'Tokens per request.' },
    advice: { explicitBucketBoundaries: TOKENS },
  });
  const call = duration('gen_ai.execute_tool.duration', 'Time that tool calls ran, without waiting.');
  const prompt = duration('gen_ai.invoke_agent.duration', 'Time that agents worked on prompts.');
  const hook = duration('sluice.hook.duration', 'Time that hooks ran.');
  const decisions = meter.createCounter('sluice.permission.decisions', {
    description: 'Permission decisions about tool calls.',
  });
  const sessions = meter.createCounter('sluice.session.count', { description: 'Sessions that began.' });
  const cost = meter.createCounter('sluice.cost.usage', {
    ...{ unit: 'USD', description: 'Cost of prompts, as far as prices are known.' },
  });
  return {
    began: () => sessions.add(1),
    request(ms: number, attributes: Attributes, usage: ModelUsage | undefined) {
      request.record(ms / 1000, attributes);
      if (usage === undefined) return;
      tokens.record(inputTokens(usage), { ...attributes, 'gen_ai.token.type': 'input' });
      tokens.record(usage.outputTokens, { ...attributes, 'gen_ai.token.type': 'output' });
    },
    call(ms: number, attributes: Attributes, decision: Attributes) {
      call.record(ms / 1000, attributes);
      if (Object.keys(decision).length > 0) decisions.add(1, { ...attributes, ...decision });
    },
    prompt({ durationMs, models }: AgentResult, attributes: Attributes) {
      prompt.record(durationMs / 1000, attributes);
      for (const { model, costUsd } of models)
        if (costUsd !== undefined) cost.add(costUsd, { 'gen_ai.request.model': model });
    },
    hook: (ms: number, attributes: Attributes) => hook.record(ms / 1000, attributes),
  };
}

export type SessionMetrics = ReturnType<typeof sessionMetrics>;

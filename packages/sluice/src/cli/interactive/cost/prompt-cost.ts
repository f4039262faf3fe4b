import { contextTokens, type AgentResult, type Prompt, type UsedModel } from '@sluice/agent';
import { sanitize } from '@sluice/core';

/** What one prompt has used, agents' work included. */
export interface PromptCost {
  /** Its first line. */
  readonly title: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Of what the service has reported. Undefined: the price of a model is unknown. */
  readonly costUsd: number | undefined;
  /** No request was stopped before the service had reported what it used. */
  readonly isWhole: boolean;
  readonly durationMs: number;
}

const MAX_TITLE = 60;

/** @param prompt undefined: none has caused the work, such as what a hook wakes the model for */
export function promptCost(
  prompt: Prompt | undefined,
  { models, durationMs }: Pick<AgentResult, 'models' | 'durationMs'>,
): PromptCost {
  const outputTokens = models.reduce((sum, { usage }) => sum + usage.outputTokens, 0);
  const all = models.reduce((sum, { usage }) => sum + contextTokens(usage), 0);
  const costUsd = arePriced(models) ? models.reduce((sum, one) => sum + (one.costUsd ?? 0), 0) : undefined;
  const isWhole = areReported(models);
  return {
    title: titleOf(prompt),
    inputTokens: all - outputTokens,
    ...{ outputTokens, costUsd, isWhole, durationMs },
  };
}

/** The price of each model that was used is known. */
export function arePriced(models: readonly UsedModel[]): boolean {
  return models.every(({ usage, costUsd }) => costUsd !== undefined || contextTokens(usage) === 0);
}

/** The service has reported all that was used. */
export function areReported(models: readonly UsedModel[]): boolean {
  return models.every(({ usage }) => usage.isIncomplete !== true);
}

function titleOf(prompt: Prompt | undefined): string {
  if (prompt === undefined) return '(woken)';
  const text = prompt.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(' ');
  const line = sanitize(
    text
      .trim()
      .slice(0, 10 * MAX_TITLE)
      .toWellFormed()
      .replaceAll(/\s+/g, ' '),
  );
  return line.length <= MAX_TITLE ? line : `${line.slice(0, MAX_TITLE - 1).toWellFormed()}…`;
}

import { contextTokens, type AgentResult, type Prompt } from '@sluice/agent';
import { sanitize } from '@sluice/core';

/** What one prompt has used, agents' work included. */
export interface PromptCost {
  /** Its first line. */
  readonly title: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Undefined: the price of a model is unknown. */
  readonly costUsd: number | undefined;
  readonly durationMs: number;
}

const MAX_TITLE = 60;

/** @param prompt undefined: none has caused the work, such as what a hook wakes the model for */
export function promptCost(
  prompt: Prompt | undefined,
  { models, costUsd, durationMs }: Pick<AgentResult, 'models' | 'costUsd' | 'durationMs'>,
): PromptCost {
  const outputTokens = models.reduce((sum, { usage }) => sum + usage.outputTokens, 0);
  const all = models.reduce((sum, { usage }) => sum + contextTokens(usage), 0);
  return { title: titleOf(prompt), inputTokens: all - outputTokens, outputTokens, costUsd, durationMs };
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

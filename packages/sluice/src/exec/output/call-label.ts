import type { RunEvent, ToolPool } from '@sluice/core';
import { harmless } from './harmless.ts';

type Result = Extract<RunEvent, { readonly type: 'tool-result' }>;

const LONGEST = 500;

/** What a call does, in one harmless line: the tool's own words, where the input is one that it understands. */
export function callLabel(pool: ToolPool, { toolName, outcome, record }: Result): string {
  const name = harmless(toolName.slice(0, 80)) || '(no name)';
  const isUnderstood = outcome.code !== 'invalid-input' && outcome.code !== 'unknown-tool';
  const summary = isUnderstood ? summaryOf(pool, toolName, record.input) : undefined;
  if (summary === undefined) return name;
  const text = harmless(summary.slice(0, LONGEST));
  return text === name || text.startsWith(`${name} `) ? text : `${name} ${text}`;
}

function summaryOf(pool: ToolPool, toolName: string, input: unknown): string | undefined {
  try {
    return pool.find(toolName)?.summarize(input);
  } catch {
    return undefined;
  }
}

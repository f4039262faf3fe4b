import type { PermissionRequest } from '@sluice/core';
import { harmless } from '../output/harmless.ts';

/** As much of an input as a person will look through; of a longer one no rule can be saved. */
const MAX_LINES = 40;
const MAX_LINE = 1000;

export interface Question {
  /** All of it, as lines that a terminal can only show. */
  readonly text: string;
  /** An answer may save rules: everything that they would cover could be shown. */
  readonly mayKeep: boolean;
}

/** A permission request for a person: what would run, why it is asked, what an answer would save. */
export function questionFor(request: PermissionRequest): Question {
  const { toolName, input, reason, suggestedRules, suggestedDestination, risk, agentChain } = request;
  const by = agentChain.length === 0 ? '' : ` (agent ${harmless(agentChain.join(' › '))})`;
  const { lines, isWhole } = inputLines(input);
  const mayKeep = isWhole && suggestedRules.length > 0;
  const kept = mayKeep
    ? [
        `  "always" saves, ${suggestedDestination === 'session' ? 'for this session' : `to the ${suggestedDestination} settings`}:`,
        ...suggestedRules.map((rule) => `    ${harmless(rule)}`),
      ]
    : [];
  const text = [
    `${harmless(toolName)}${by} asks to run (risk: ${risk}):`,
    ...lines.map((line) => `    ${line}`),
    `  because ${harmless(reason)}`,
    ...kept,
  ].join('\n');
  return { text, mayKeep };
}

function inputLines(input: unknown): { readonly lines: readonly string[]; readonly isWhole: boolean } {
  const entries =
    typeof input === 'object' && input !== null ? Object.entries(input) : [['input', input] as const];
  const written = entries.flatMap(([key, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const [first = '', ...rest] = text.replace(/\n$/, '').split('\n');
    return [`${key}: ${first}`, ...rest.map((line) => `  ${line}`)];
  });
  const lines = written.slice(0, MAX_LINES).map((line) => {
    const shown = harmless(line);
    return shown.length <= MAX_LINE
      ? shown
      : `${shown.slice(0, MAX_LINE).toWellFormed()}… (${shown.length} characters)`;
  });
  const isWhole =
    written.length <= MAX_LINES &&
    written.every((line) => line.length <= MAX_LINE && harmless(line) === line);
  return isWhole || written.length <= MAX_LINES
    ? { lines, isWhole }
    : { lines: [...lines, `… (${written.length} lines)`], isWhole };
}

import type { PermissionRequest } from '@sluice/core';
import { harmless } from '../output/harmless.ts';
import { cutLine, fieldLines, type FieldLimits } from './field-lines.ts';

/** As much of a field as a person will look through; of a longer one no rule can be saved. */
const DECIDING: FieldLimits = { lines: 40, lineLength: 1000 };
/** The model's own words about the call decide nothing, and must leave what does on the screen. */
const DESCRIBING: FieldLimits = { lines: 4, lineLength: 300 };
const DESCRIPTION = 'description';

export interface Question {
  /** All of it, as lines that a terminal can only show. */
  readonly text: string;
  /** An answer may save rules: everything that they would cover could be shown. */
  readonly mayKeep: boolean;
}

/** A permission request for a person: what would run, why it is asked, what an answer would save. */
export function questionFor(request: PermissionRequest): Question {
  const { toolName, input, reason, suggestedRules, suggestedDestination, risk, agentChain } = request;
  const by = agentChain.length === 0 ? '' : ` (agent ${oneLine(agentChain.join(' › '))})`;
  const { lines, isWhole } = inputLines(input);
  const mayKeep = isWhole && suggestedRules.length > 0;
  const kept = mayKeep
    ? [
        `  "always" saves, ${suggestedDestination === 'session' ? 'for this session' : `to the ${suggestedDestination} settings`}:`,
        ...suggestedRules.map((rule) => `    ${harmless(rule)}`),
      ]
    : [];
  const text = [
    `${oneLine(toolName)}${by} asks to run (risk: ${risk}):`,
    ...lines.map((line) => `    ${line}`),
    `  because ${oneLine(reason)}`,
    ...kept,
  ].join('\n');
  return { text, mayKeep };
}

/** The order of an input's fields is the model's choice; which of them a person sees first is not. */
function inputLines(input: unknown): { readonly lines: readonly string[]; readonly isWhole: boolean } {
  const entries: readonly (readonly [string, unknown])[] =
    typeof input === 'object' && input !== null ? Object.entries(input) : [['input', input]];
  const deciding = entries.filter(([key]) => key !== DESCRIPTION);
  const describing = entries.filter(([key]) => key === DESCRIPTION);
  const fields = [
    ...deciding.map(([key, value]) => fieldLines(key, value, DECIDING)),
    ...describing.map(([key, value]) => fieldLines(key, value, DESCRIBING)),
  ];
  return {
    lines: fields.flatMap(({ lines }) => lines),
    isWhole: fields.every(({ isWhole }) => isWhole),
  };
}

function oneLine(text: string): string {
  return cutLine(harmless(text), DECIDING.lineLength);
}

import { cutLine, displayInput, sanitize, type PermissionRequest } from '@sluice/core';

const MAX_LINE = 1000;

export interface Question {
  /** All of it, as lines that a terminal can only show. */
  readonly text: string;
  /** An answer may save rules: everything that they would cover is shown. */
  readonly mayKeep: boolean;
  /** Something was left out of a long input. */
  readonly isCut: boolean;
}

/**
 * A permission request for a person: what would run, why it is asked, what an answer would save.
 * @param isWhole leave nothing out of a long input
 */
export function questionFor(request: PermissionRequest, isWhole = false): Question {
  const { toolName, reason, suggestedRules, suggestedDestination, risk, agentChain } = request;
  const display = isWhole ? displayInput(request.input, true) : request.display;
  const by = agentChain.length === 0 ? '' : ` (agent ${oneLine(agentChain.join(' › '))})`;
  const mayKeep = display.isWhole && display.warnings.length === 0 && suggestedRules.length > 0;
  const kept = mayKeep
    ? [
        `  "always" saves, ${suggestedDestination === 'session' ? 'for this session' : `to the ${suggestedDestination} settings`}:`,
        ...suggestedRules.map((rule) => `    ${sanitize(rule)}`),
      ]
    : [];
  const text = [
    `${oneLine(toolName)}${by} asks to run (risk: ${risk}):`,
    ...display.text.split('\n').map((line) => `    ${line}`),
    // One sanitized line already.
    `  because ${cutLine(reason, MAX_LINE)}`,
    ...kept,
    ...display.warnings.map((warning) => `  ! ${warning}`),
  ].join('\n');
  return { text, mayKeep, isCut: !display.isWhole };
}

function oneLine(text: string): string {
  return cutLine(sanitize(text), MAX_LINE);
}

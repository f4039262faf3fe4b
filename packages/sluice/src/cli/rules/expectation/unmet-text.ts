import type { PermissionRule } from '@sluice/core';
import type { ExplainedRule, Explanation } from '../../explain/explanation.ts';
import { placeText } from '../../place-text.ts';
import type { Expectation } from './expectation.ts';

/** How a decision differs from the expected one; undefined if it doesn't. */
export function unmetText(
  { expect, rule: expected }: Expectation,
  explanation: Explanation,
  rules: readonly PermissionRule[],
): string | undefined {
  const { decision, reasons } = explanation;
  if (decision !== expect) {
    return `expected ${expect}, got ${decision}: ${reasons[0] ?? explanation.by}`;
  }
  if (expected === undefined) return undefined;
  const text = expected.trim();
  const deciding = decidingRules(explanation);
  if (deciding.some((one) => one.text.trim() === text)) return undefined;
  const isKnown = rules.some((one) => one.behavior === expect && one.text.trim() === text);
  const missing = isKnown ? '' : `; there is no ${expect} rule ${text} in effect`;
  const [first] = deciding;
  const instead =
    first === undefined ? `no rule, but ${explanation.by}` : `${first.text} (${placeText(first)})`;
  return `${decision} as expected, but not by ${text}: it was ${instead}${missing}`;
}

/** Each part of a compound command has its own. */
function decidingRules({ decision, rule, commands, files }: Explanation): readonly ExplainedRule[] {
  const parts = [...commands, ...commands.flatMap(({ redirections }) => redirections), ...files];
  return [rule, ...parts.filter((part) => part.decision === decision).map((part) => part.rule)].filter(
    (one) => one !== undefined,
  );
}

import type { AnyTool } from '@sluice/core';
import { anyToolOf } from './is-server-denied.ts';

/**
 * That rules deny all tools of a server, as a sentence for the user. Undefined: a model gets at least one of them.
 * @param denyingRule the rule that denies a tool, as text
 */
export function deniedTools(
  server: string,
  tools: readonly AnyTool[],
  denyingRule: (tool: AnyTool) => string | undefined,
): string | undefined {
  const rules = new Set<string>();
  for (const tool of tools) {
    const rule = denyingRule(tool);
    if (rule === undefined) return undefined;
    rules.add(rule);
  }
  const whole = rules.size === 0 ? undefined : denyingRule(anyToolOf(server));
  if (whole !== undefined) return `Models get none of its tools: ${whole} applies to all of them.`;
  const [first] = rules;
  if (first === undefined) return undefined;
  return rules.size === 1
    ? `Models get none of its tools: ${first} applies to all of them.`
    : `Models get none of its tools: each is denied by a rule, such as ${first}.`;
}

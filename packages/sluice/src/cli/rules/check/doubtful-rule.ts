import { parseRule, type PermissionRule, type RuleProblem } from '@sluice/core';

/** A rule that can be read and counts, and yet can't mean anything that happens. */
export function doubtfulRule(rule: PermissionRule): RuleProblem | undefined {
  const parsed = parseRule(rule.text);
  if (!parsed.ok) return undefined;
  const { toolName, specifier } = parsed.parts;
  if (/^mcp_+$/.test(toolName)) {
    const message = 'it names no server; write mcp__server, or mcp__server__tool';
    return { rule, code: 'never-matches', isIgnored: false, message };
  }
  if (toolName !== 'Bash' || specifier === undefined) return undefined;
  const operator = bareOperator(specifier);
  if (operator === undefined) return undefined;
  const message = `the commands on both sides of ${JSON.stringify(operator.text)} are compared one by one, so that a pattern with it matches none unless it is quoted there; write a rule for each`;
  // Behind a wildcard, or in the unquoted text that deny rules see, it may be met as an ordinary character.
  const isSure = rule.behavior === 'allow' && !operator.isBehindWildcard;
  return { rule, code: isSure ? 'never-matches' : 'near-miss', isIgnored: false, message };
}

/** The first `|`, `&&` or `;` outside quotes and substitutions. */
function bareOperator(pattern: string): { text: string; isBehindWildcard: boolean } | undefined {
  // In a condition these are operators of the one command.
  if (pattern.startsWith('[[')) return undefined;
  const tokens = /\\.|'[^']*'?|"(?:[^"\\]|\\.)*"?|`[^`]*`?|\(|\)|\*|\|\|?|&&|;/g;
  let depth = 0;
  let isBehindWildcard = false;
  for (const [text] of pattern.matchAll(tokens)) {
    if (text === '(') depth += 1;
    else if (text === ')') depth -= 1;
    else if (text === '*') isBehindWildcard = true;
    else if (depth === 0 && /^[|&;]/.test(text)) return { text, isBehindWildcard };
  }
  return undefined;
}

import { parseRule, type PermissionRule, type RuleProblem } from '@sluice/core';

/** A valid rule that can't match anything that happens. */
export function doubtfulRule(rule: PermissionRule): RuleProblem | undefined {
  const parsed = parseRule(rule.text);
  if (!parsed.ok) return undefined;
  const { toolName, specifier } = parsed.parts;
  if (/^mcp_+$/.test(toolName)) {
    const message = 'it has no server; write mcp__server, or mcp__server__tool';
    return { rule, code: 'never-matches', isIgnored: false, message };
  }
  if (toolName !== 'Bash' || specifier === undefined) return undefined;
  const operator = bareOperator(specifier);
  if (operator === undefined) return undefined;
  const shown = JSON.stringify(operator.text);
  const split = `a command line is split at ${shown}, and each of its commands is compared by itself`;
  const fix = 'write a rule for each command';
  // After a wildcard, or in the unquoted text that deny rules see, it may be an ordinary character.
  if (operator.isBehindWildcard || rule.behavior !== 'allow') {
    const message = `${split}, so this rule matches only where ${shown} is quoted; ${fix}`;
    const code = operator.isBehindWildcard ? 'near-miss' : 'matches-quoted-only';
    return { rule, code, isIgnored: false, message };
  }
  const message = `${split}, so this rule never matches; ${fix}`;
  return { rule, code: 'never-matches', isIgnored: false, message };
}

/** The first `|`, `&&` or `;` outside quotes and substitutions. */
function bareOperator(pattern: string): { text: string; isBehindWildcard: boolean } | undefined {
  // In a condition, these are operators of the one command.
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

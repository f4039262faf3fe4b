import { idleBrackets, idleOperator, idleWildcard } from './idle-rule.ts';
import { parseRule, type PermissionRule, type RuleProblem } from '@sluice/core';

/**
 * A valid rule that can't match anything that happens: reported by `sluice rules` and `sluice doctor`. What every run reports is in the core's
 * `permission/rules/rule-warnings.ts`.
 */
export function doubtfulRule(
  rule: PermissionRule,
  builtIn: ReadonlySet<string> = new Set(),
): RuleProblem | undefined {
  const parsed = parseRule(rule.text);
  if (!parsed.ok) return undefined;
  const { toolName, specifier } = parsed.parts;
  if (/^mcp_+$/.test(toolName)) {
    const message = 'it has no server; write mcp__server, or mcp__server__tool';
    return { rule, code: 'never-matches', isIgnored: false, message };
  }
  if (specifier === undefined) return undefined;
  const idle = (message: string | undefined): RuleProblem | undefined =>
    message === undefined ? undefined : { rule, code: 'never-matches', isIgnored: false, message };
  if (toolName !== 'Bash') return idle(idleBrackets(toolName, specifier, rule.behavior, builtIn));
  const operator = bareOperator(specifier);
  const left = idleOperator(specifier);
  if (operator === undefined && left !== undefined) return idle(leftOut(left));
  if (operator === undefined) return rule.behavior === 'allow' ? idle(idleWildcard(specifier)) : undefined;
  const shown = JSON.stringify(operator.text);
  const split = `a command line is split at ${shown}, and each command is compared separately`;
  const fix = 'write a rule for each command';
  // After a wildcard, or in the unquoted text that deny rules see, it may be an ordinary character.
  if (operator.isBehindWildcard || rule.behavior !== 'allow') {
    const message = `${split}, so this rule matches only if ${shown} is quoted; ${fix}`;
    const code = operator.isBehindWildcard ? 'near-miss' : 'matches-quoted-only';
    return { rule, code, isIgnored: false, message };
  }
  const message = `${split}, so this rule never matches; ${fix}`;
  return { rule, code: 'never-matches', isIgnored: false, message };
}

function leftOut(operator: string): string {
  const what = `${JSON.stringify(operator)} and what follows is not part of the text that rules are compared with`;
  const fix =
    operator === '&' ? 'leave it out' : 'leave them out; rules for the file are Edit(file) and Read(file)';
  return `${what}, so this rule never matches; ${fix}`;
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

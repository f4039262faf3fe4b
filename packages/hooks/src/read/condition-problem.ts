import { parseRule } from '@sluice/core';
import { matcherTakes, type Matcher } from './matcher.ts';

/** Rules about files match calls of any tool that touches files, and rules about commands those of any tool that runs some. */
const ABOUT_FILES: ReadonlySet<string> = new Set(['Read', 'Edit', 'Write', 'NotebookEdit', 'Glob', 'Grep']);
const RUN_COMMANDS = ['Bash', 'Monitor', 'PowerShell'];

/** Why a hook never runs because its `if` is about a tool that its matcher doesn't match; undefined: no known problem. */
export function conditionProblem(
  rule: string,
  matcher: Matcher,
  knownTools: readonly string[],
): string | undefined {
  const parsed = parseRule(rule);
  if (!parsed.ok || matcher.kind === 'all' || matcher.kind === 'wrong') return undefined;
  const { toolName } = parsed.parts;
  const isKnown = RUN_COMMANDS.includes(toolName) || knownTools.includes(toolName);
  if (!isKnown || ABOUT_FILES.has(toolName)) return undefined;
  const possible = RUN_COMMANDS.includes(toolName) ? RUN_COMMANDS : [toolName];
  if (possible.some((name) => matcherTakes(matcher, name))) return undefined;
  return `This "if" is about ${toolName}, which its matcher never matches, so this hook never runs: add ${toolName} to the matcher, or correct "if".`;
}

import type { RuleBehavior } from '@sluice/core';
import { analyzeCommand } from '@sluice/shell';

/** What is wrong with a rule that matches nothing; undefined: it may match. */
export type IdleReason = string | undefined;

/** Built-in tools whose brackets mean something. Others take none, but for `parameter:value` in deny and ask rules. */
const TAKES_BRACKETS = new Set(
  'Bash Monitor PowerShell Read Edit Write NotebookEdit Glob Grep LSP Cd WebFetch Agent Task Skill RemoteTrigger'.split(
    ' ',
  ),
);

const AGENT_PARAMETER = /^(?:model|prompt|description|subagent_type|isolation|run_in_background|name):/u;

/** The brackets of a built-in tool other than a shell. */
export function idleBrackets(
  toolName: string,
  specifier: string,
  behavior: RuleBehavior,
  builtIn: ReadonlySet<string>,
): IdleReason {
  const isParameter = behavior !== 'allow' && /^\w+:./su.test(specifier);
  if (builtIn.has(toolName) && !TAKES_BRACKETS.has(toolName) && !isParameter)
    return `${toolName} takes no brackets, so this rule never matches; write ${toolName}`;
  if (/^(?:Agent|Task)$/u.test(toolName) && behavior === 'allow' && AGENT_PARAMETER.test(specifier))
    return `an allow rule takes the name of an agent, not a parameter, so this rule never matches; write ${toolName}(name)`;
  return undefined;
}

/** Words that may stand for a wildcard: a program, an option with a program behind it, a path. */
const SAMPLES = ['x', '-x x', './x', '-u x x'];

/** A wildcard in an allow rule stretches over no program that runs whatever it is given, nor over what a search removes. */
export function idleWildcard(pattern: string): IdleReason {
  if (!pattern.includes('*')) return undefined;
  const texts = SAMPLES.map((sample) =>
    allowText(pattern.replaceAll(/:?\*/gu, (star) => (star === '*' ? sample : ` ${sample}`))),
  );
  if (!texts.every((text) => text === 'none')) return undefined;
  return `Sluice can't tell from its text what such a command runs or removes, so no allow rule with "*" matches it; write the exact command`;
}

function allowText(command: string): 'some' | 'none' {
  const { commands, opaque } = analyzeCommand(command, { cwd: '/', home: '/home/user' });
  const own = commands.filter(({ isNested }) => !isNested);
  return opaque === undefined && own.length === 1 && own[0]?.texts.allow === undefined ? 'none' : 'some';
}

/** `echo * > x`, `a &`: the text that a rule is compared with has neither redirections nor the `&` at its end. */
export function idleOperator(pattern: string): string | undefined {
  const bare = pattern.replaceAll(/\\.|'[^']*'?|"(?:[^"\\]|\\.)*"?|`[^`]*`?|[$<>]?\([^)]*\)?/gu, 'x');
  if (bare.startsWith('[[')) return undefined;
  if (/(?:^|[^&>|])&\s*$/u.test(bare)) return '&';
  return bare.includes('*') ? /(?:^|\s)\d*(>>?|<)(?!\()/u.exec(bare)?.[1] : undefined;
}

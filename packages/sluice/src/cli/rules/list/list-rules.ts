import type { PermissionRule, RuleBehavior, RuleProblem, RuleSource } from '@sluice/core';
import type { LoadedSettings } from '@sluice/settings';
import type { OpenedRules } from '../open-rules.ts';
import type { ListedRule } from './listed-rule.ts';
import { malformedRules } from './malformed-rules.ts';

const BEHAVIORS: readonly RuleBehavior[] = ['deny', 'ask', 'allow'];
const SOURCES: readonly RuleSource[] = ['managed', 'cli', 'local', 'project', 'user', 'session'];

/** All rules in the order they are decided, then by source, file and line. */
export function listRules({ loaded, rules, problems }: OpenedRules): readonly ListedRule[] {
  const withheld = new Set(loaded.withheld?.rules);
  const told = new Map<PermissionRule, RuleProblem[]>();
  for (const problem of problems) told.set(problem.rule, [...(told.get(problem.rule) ?? []), problem]);
  const listed = rules.map((rule): ListedRule => {
    const { behavior, text, source, file, line } = rule;
    const own = told.get(rule) ?? [];
    const ignored = own.find(({ isIgnored }) => isIgnored);
    return {
      behavior,
      text,
      source,
      file,
      line,
      unused: ignored?.message ?? unusedSource(rule, withheld.has(rule), loaded),
      remarks: own.filter((problem) => problem !== ignored).map(({ message }) => message),
    };
  });
  return inOrder([...listed, ...malformedRules(loaded)], loaded);
}

function unusedSource(
  { source }: PermissionRule,
  isWithheld: boolean,
  { isManagedOnly, trustRoot }: LoadedSettings,
): string | undefined {
  if (isManagedOnly && source !== 'managed') {
    return 'only managed rules apply here (allowManagedPermissionRulesOnly)';
  }
  return isWithheld ? `the directory ${trustRoot} is not trusted` : undefined;
}

function inOrder(rules: readonly ListedRule[], { layers }: LoadedSettings): readonly ListedRule[] {
  const files = new Map(layers.map(({ file }, index) => [file, index]));
  const keyed = rules.map((rule) => ({
    rule,
    key: [
      BEHAVIORS.indexOf(rule.behavior),
      SOURCES.indexOf(rule.source),
      files.get(rule.file) ?? 0,
      rule.line ?? Number.MAX_SAFE_INTEGER,
    ],
  }));
  keyed.sort((one, other) => {
    const differing = one.key.findIndex((part, index) => part !== other.key[index]);
    return (one.key[differing] ?? 0) - (other.key[differing] ?? 0);
  });
  return keyed.map(({ rule }) => rule);
}

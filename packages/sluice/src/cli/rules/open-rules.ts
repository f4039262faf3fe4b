import { createPermissionContext, createPolicy, type PermissionRule, type RuleProblem } from '@sluice/core';
import { createNodeFiles } from '@sluice/host';
import { loadSettings, type LoadedSettings, type SettingsOptions } from '@sluice/settings';
import { commandLanguage } from '@sluice/shell';
import { builtInPool } from '../built-in-pool.ts';
import { doubtfulRule } from './check/doubtful-rule.ts';

/** The rules of all settings files, for inspection: including withheld ones. */
export interface OpenedRules {
  readonly loaded: LoadedSettings;
  readonly rules: readonly PermissionRule[];
  /** Problems found in them. */
  readonly problems: readonly RuleProblem[];
  /** The problems that these rules would have. */
  examine(rules: readonly PermissionRule[]): readonly RuleProblem[];
}

/** Unlike a runtime, continues if a file can't be used: the problem is what the user wants to see. */
export function openRules(options: SettingsOptions): OpenedRules {
  const loaded = loadSettings(options);
  const { cwd: root, home, isManagedOnly, withheld } = loaded;
  const knownTools = builtInPool().tools.map(({ name }) => name);
  const builtIn = new Set(knownTools);
  const policy = createPolicy({
    files: createNodeFiles(),
    languages: new Map([['Bash', commandLanguage]]),
    remedy: '',
    knownTools: () => knownTools,
  });
  const problemsOf = (rules: readonly PermissionRule[]): readonly RuleProblem[] =>
    policy.rulesOf(createPermissionContext({ mode: 'default', rules, root, home }, 0)).problems;
  const examine = (rules: readonly PermissionRule[]): readonly RuleProblem[] => [
    ...groupsOf(rules, isManagedOnly).flatMap(problemsOf),
    ...unknownAllowed(rules, problemsOf),
    ...rules.map((rule) => doubtfulRule(rule, builtIn)).filter((problem) => problem !== undefined),
  ];
  const rules = [...loaded.rules, ...(withheld?.rules ?? [])];
  return { loaded, rules, problems: examine(rules), examine };
}

/** If only managed rules apply, the others can't affect them. */
function groupsOf(rules: readonly PermissionRule[], isManagedOnly: boolean): (readonly PermissionRule[])[] {
  if (!isManagedOnly) return [rules];
  return [
    rules.filter(({ source }) => source === 'managed'),
    rules.filter(({ source }) => source !== 'managed'),
  ];
}

/** A run doesn't report allowed tools that don't exist, since they may be another program's; here it may be a typo. */
function unknownAllowed(
  rules: readonly PermissionRule[],
  problemsOf: (rules: readonly PermissionRule[]) => readonly RuleProblem[],
): RuleProblem[] {
  const asDenied = new Map(
    rules
      .filter(({ behavior }) => behavior === 'allow')
      .map((rule): [PermissionRule, PermissionRule] => [Object.freeze({ ...rule, behavior: 'deny' }), rule]),
  );
  return problemsOf([...asDenied.keys()]).flatMap((problem) => {
    const rule = problem.code === 'unknown-tool' ? asDenied.get(problem.rule) : undefined;
    return rule === undefined ? [] : [{ ...problem, rule }];
  });
}

import type { RuleProblem } from '../compiled-rules.ts';
import { nearNames } from '@sluice/base';
import type { PermissionRule, RuleParts } from '../../data/permission-rule.ts';
import { OWN_TOOLS } from './own-tools.ts';
import type { RuleEnvironment } from './rule-environment.ts';
import { namesOfGrammar } from './rule-kinds.ts';

type Problem = Pick<RuleProblem, 'code' | 'message'>;

/** Looking for similar names takes time; in a file full of wrong names, only the first few are explained. */
const MAX_SUGGESTIONS = 50;

/** Finds tools that don't exist. Names with `_` or `*` may belong to servers that are not connected yet. */
export function nameProblems({
  knownTools,
}: RuleEnvironment): (rule: PermissionRule, parts: RuleParts) => readonly Problem[] {
  const known = new Set([...namesOfGrammar(), ...OWN_TOOLS, ...(knownTools ?? [])]);
  const byLowerCase = new Map([...known].map((name) => [name.toLowerCase(), name]));
  const found = new Map<string, readonly Problem[]>();

  function examine(toolName: string, isSaid: boolean): readonly Problem[] {
    if (known.has(toolName) || /[_*]/.test(toolName)) return [];
    const sameLetters = byLowerCase.get(toolName.toLowerCase());
    if (sameLetters !== undefined) {
      const message = `no tool is named ${toolName}; names are case-sensitive: write ${sameLetters}`;
      return [{ code: 'wrong-case', message }];
    }
    if (knownTools === undefined || !isSaid) return [];
    const near = found.size < MAX_SUGGESTIONS ? nearNames(toolName, known) : [];
    const hint =
      near.length === 0 ? 'remove the rule or correct the name' : `did you mean ${near.join(' or ')}?`;
    return [{ code: 'unknown-tool', message: `no tool is named ${toolName}; ${hint}` }];
  }

  return ({ behavior, source }, { toolName }) => {
    // For a rule that was just typed, the user is there to fix it.
    const isSaid = behavior !== 'allow' || source === 'cli';
    const key = `${toolName} ${isSaid}`;
    const problems = found.get(key) ?? examine(toolName, isSaid);
    found.set(key, problems);
    return problems;
  };
}

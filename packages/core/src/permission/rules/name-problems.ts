import type { RuleProblem } from '../compiled-rules.ts';
import { nearNames } from '@sluice/base';
import type { PermissionRule, RuleParts } from '../../data/permission-rule.ts';
import type { RuleEnvironment } from './rule-environment.ts';
import { namesOfGrammar } from './rule-kinds.ts';

type Problem = Pick<RuleProblem, 'code' | 'message'>;

/** Looking for a name that is like a wrong one takes time; a file full of wrong names is told the first few. */
const MAX_SUGGESTIONS = 50;

/** Finds tools that don't exist. Names with `_` or `*` may be of servers that are not there yet. */
export function nameProblems({
  knownTools,
}: RuleEnvironment): (rule: PermissionRule, parts: RuleParts) => readonly Problem[] {
  const known = new Set([...namesOfGrammar(), ...(knownTools ?? [])]);
  const byLowerCase = new Map([...known].map((name) => [name.toLowerCase(), name]));
  const found = new Map<string, readonly Problem[]>();

  function examine(toolName: string, isSaid: boolean): readonly Problem[] {
    if (known.has(toolName) || /[_*]/.test(toolName)) return [];
    const sameLetters = byLowerCase.get(toolName.toLowerCase());
    if (sameLetters !== undefined) {
      const message = `no tool is called ${toolName}; names are compared with their capitals: write ${sameLetters}`;
      return [{ code: 'wrong-case', message }];
    }
    if (knownTools === undefined || !isSaid) return [];
    const near = found.size < MAX_SUGGESTIONS ? nearNames(toolName, known) : [];
    const hint =
      near.length === 0 ? 'take the rule out, or correct the name' : `did you mean ${near.join(' or ')}?`;
    return [{ code: 'unknown-tool', message: `no tool is called ${toolName}; ${hint}` }];
  }

  return ({ behavior, source }, { toolName }) => {
    // Whoever has just typed it is there to mend it.
    const isSaid = behavior !== 'allow' || source === 'cli';
    const key = `${toolName} ${isSaid}`;
    const problems = found.get(key) ?? examine(toolName, isSaid);
    found.set(key, problems);
    return problems;
  };
}

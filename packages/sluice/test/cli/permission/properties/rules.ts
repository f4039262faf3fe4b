import type { PermissionRule, RuleBehavior } from '@sluice/core';
import fc from 'fast-check';
import { CWD, HOME } from '../judge.ts';

/** Words that the commands of these tests begin with; none of them is one that the wrapping properties put before a command. */
const COMMAND_RULES = [
  'Bash',
  'Bash(rm *)',
  'Bash(rm:*)',
  'Bash(rm x)',
  'Bash(rm*)',
  'Bash(git *)',
  'Bash(git push *)',
  'Bash(git * main)',
  'Bash(npm run test *)',
  'Bash(npm run test*)',
  'Bash(npm *)',
  'Bash(ls *)',
  'Bash(grep *)',
  'Bash(find *)',
  'Bash(node *)',
  'Bash(curl *)',
  'Bash(mkdir *)',
  'Bash(cp *)',
  'Bash(touch *)',
  'Bash(* x)',
  'Bash(*.env*)',
];

const OTHER_RULES = [
  'Read',
  'Edit',
  'Write',
  'Read(.env)',
  'Read(src/**)',
  'Read(//etc/**)',
  'Read(/link/**)',
  'Read(~/.ssh/**)',
  'Read(/out/*)',
  'Read(//out/**)',
  'Read(*.ts)',
  'Edit(src/**)',
  'Edit(/inside/**)',
  'Edit(.git/**)',
  'Edit(//etc/**)',
  'Edit(*.ts)',
  'Edit(//**)',
  'Grep',
  'Glob(//etc/**)',
  'mcp__gh',
  'mcp__gh__get_*',
  'mcp__gh__put_x',
  'mcp__memory__*',
  'mcp__*',
  '*',
  'B*',
  'Bash(run_in_background:true)',
  'WebFetch(domain:example.com)',
  'AskPerson',
  'Read(',
  'Nothing(x)',
];

const SOURCES = ['managed', 'cli', 'local', 'project', 'user', 'session'] as const;

export const RULE_TEXTS: readonly string[] = [...COMMAND_RULES, ...OTHER_RULES];
export const ruleText = fc.constantFrom(...RULE_TEXTS);
export const source = fc.constantFrom(...SOURCES);

export function ruleOf(behavior: RuleBehavior, text: string, from: PermissionRule['source']): PermissionRule {
  return { behavior, text, source: from, root: from === 'user' ? `${HOME}/.claude` : CWD };
}

export function ruleOfBehavior(behavior: RuleBehavior): fc.Arbitrary<PermissionRule> {
  return fc.tuple(ruleText, source).map(([text, from]) => ruleOf(behavior, text, from));
}

export const rule = fc
  .constantFrom<RuleBehavior[]>('allow', 'allow', 'ask', 'deny')
  .chain((behavior) => ruleOfBehavior(behavior));

export const rules = fc.array(rule, { maxLength: 6 });

import type { Skill } from '@sluice/agent';
import { presentItems } from '@sluice/base';

/** What a skill grants beyond its text, in words for a person who is asked: "allows Bash(git *) and adds hooks". Undefined: nothing. */
export function describeGrants({
  allowedTools,
  disallowedTools,
  hooks,
}: Pick<Skill, 'allowedTools' | 'disallowedTools' | 'hooks'>): string | undefined {
  const parts = presentItems([
    allowedTools.length === 0 ? undefined : `allows ${allowedTools.join(', ')}`,
    disallowedTools.length === 0 ? undefined : `denies ${disallowedTools.join(', ')}`,
    hooks === undefined ? undefined : 'adds hooks, which run commands',
  ]);
  return parts.length === 0 ? undefined : parts.join(' and ');
}

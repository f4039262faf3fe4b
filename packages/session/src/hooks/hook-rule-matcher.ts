import { createPermissionContext, queryFor, type AnyTool } from '@sluice/core';
import type { RuleQuestion } from '@sluice/hooks';
import type { LocalPermission } from '../permission/open-permission.ts';

/**
 * Whether a rule matches a call, as a deny rule would: by any part of a command. What can't be parsed is
 * treated as a match, because it is better to run a hook once too often.
 */
export function hookRuleMatcher(
  rule: string,
  { policy, loaded: { cwd: root, home } }: Pick<LocalPermission, 'policy' | 'loaded'>,
  tools: () => readonly AnyTool[],
): (call: RuleQuestion) => boolean {
  const rules = [{ behavior: 'deny', text: rule, source: 'session', root } as const];
  const context = createPermissionContext(
    { mode: 'bypassPermissions', workingDirectories: [root], root, home, rules },
    0,
  );
  return ({ toolName, input, cwd }) => {
    const tool = tools().find(({ name }) => name === toolName);
    if (tool === undefined) return true;
    try {
      const { parts } = policy.decide(queryFor(tool, input, input, cwd), context);
      return parts === undefined || parts.some(({ cause: { kind } }) => MEANT.has(kind));
    } catch {
      return true;
    }
  };
}

const MEANT: ReadonlySet<string> = new Set(['rule', 'may-concern', 'opaque', 'failed']);

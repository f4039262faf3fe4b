import { isAboutEdits, type PermissionRule } from '@sluice/core';
import type { AssembledAgent } from '@sluice/session/agent';

type Permission = AssembledAgent['runtime']['permission'];

/** The rules that are in no settings file, and hold until the session ends. */
export function sessionRules(permission: Permission): readonly PermissionRule[] {
  return permission.current().rules.filter(({ source }) => source === 'session');
}

/** Removes rules of the session with this text. Returns those that it had. */
export function removeSessionRule(permission: Permission, text: string): readonly PermissionRule[] {
  const rules = sessionRules(permission).filter((rule) => rule.text === text.trim());
  for (const { behavior, text: rule } of rules)
    permission.apply({ type: 'removeRules', behavior, rules: [rule], destination: 'session' });
  return rules;
}

/** The person wants to be asked about edits: the session no longer allows any. Returns the rules that it had for that. */
export function endEditRules(permission: Permission): readonly string[] {
  const rules = sessionRules(permission)
    .filter(({ behavior, text }) => behavior === 'allow' && isAboutEdits(text))
    .map(({ text }) => text);
  if (rules.length > 0)
    permission.apply({ type: 'removeRules', behavior: 'allow', rules, destination: 'session' });
  return rules;
}

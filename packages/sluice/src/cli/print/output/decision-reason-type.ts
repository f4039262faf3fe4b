/** The origin of a verdict under the names that clients know; without such a name, it is `other`. */
export function decisionReasonType(by: string): string {
  return TYPES.get(by) ?? 'other';
}

const TYPES = new Map([
  ['rule', 'rule'],
  ['mode', 'mode'],
  // Only the mode decides that a call without a matching rule needs approval, and that no one can give it.
  ['default', 'mode'],
  ['headless', 'mode'],
  ['hook', 'hook'],
  ['safety', 'safetyCheck'],
  // The user or program that was asked said no.
  ['person', 'permissionPromptTool'],
  ['classifier', 'classifier'],
]);

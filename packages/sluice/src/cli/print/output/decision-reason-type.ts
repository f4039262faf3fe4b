/** Where a verdict came from, by the names that clients know; what has no name among them is `other`. */
export function decisionReasonType(by: string): string {
  return TYPES.get(by) ?? 'other';
}

const TYPES = new Map([
  ['rule', 'rule'],
  ['mode', 'mode'],
  // Nothing but the mode decides that what no rule knows is asked about, and that nobody can be.
  ['default', 'mode'],
  ['headless', 'mode'],
  ['hook', 'hook'],
  ['safety', 'safetyCheck'],
  // Whoever was asked has said no.
  ['person', 'permissionPromptTool'],
  ['classifier', 'classifier'],
]);

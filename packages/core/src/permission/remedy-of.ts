import type { DecisionCause } from './cause.ts';

/**
 * What would let a call that is asked about run.
 * @param given what the host says where a rule or another mode would do
 */
export function remedyOf(cause: DecisionCause, given: string): string {
  switch (cause.kind) {
    case 'rule':
      return 'Only a person can allow it as long as this ask rule stands: no allow rule and no mode lifts it.';
    case 'may-concern':
      return 'What names exactly the programs and files it means, none of them that of the rule, is not asked about; no allow rule and no mode lifts this, a person can.';
    case 'interaction':
      return 'Only a person can answer it.';
    case 'critical-removal':
      return 'Only a person can allow it: no rule and no mode does.';
    case 'sealed':
      return cause.access === 'read'
        ? 'Go on without it: no rule and no mode opens it.'
        : 'Write to another place: no rule and no mode opens this one.';
    case 'protected-path':
    case 'caution':
      return 'No rule allows it: a person can, or the mode bypassPermissions.';
    case 'plan-mode':
      return 'No rule allows it in the mode plan: a person can, or another mode.';
    case 'opaque':
      return 'No rule can cover what is not understood: write it more simply, in several calls if need be, or let a person allow it.';
    default:
      return given;
  }
}

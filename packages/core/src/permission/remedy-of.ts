import type { DecisionCause } from './cause.ts';

/**
 * What would let a call that is asked about run. Whatever it advises works by itself; where no rule and no mode does, it
 * says so.
 * @param given what the host says where a rule or another mode would do
 */
export function remedyOf(cause: DecisionCause, given: string): string {
  switch (cause.kind) {
    case 'rule':
      return 'No allow rule and no mode lifts an ask rule: only a person can allow it.';
    case 'may-concern':
      return 'No allow rule and no mode lifts this: only a person can allow it. Naming the programs and files exactly avoids the question, unless the rule is about one of them.';
    case 'interaction':
      return 'Only a person can answer it.';
    case 'critical-removal':
      return 'No rule and no mode allows it: only a person can.';
    case 'sealed':
      return cause.access === 'read'
        ? 'No rule and no mode opens it: go on without it.'
        : 'No rule and no mode opens it: write somewhere else.';
    case 'protected-path':
    case 'caution':
      return 'No rule allows it: a person can, or the mode bypassPermissions.';
    case 'plan-mode':
      return 'No rule allows it in the mode plan: a person can, or a mode that allows it, such as bypassPermissions.';
    case 'opaque':
      return 'No rule covers what is not understood: write it more simply, in several calls if need be, or let a person allow it.';
    default:
      return given;
  }
}

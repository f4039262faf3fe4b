import type { DecisionGrounds } from '../../data/decision-grounds.ts';

/** Whether a call was denied because the mode is `plan`: no allow rule lets it run. */
export function isOfPlanMode(grounds: DecisionGrounds): boolean {
  switch (grounds.kind) {
    case 'part':
      return grounds.cause.kind === 'plan-mode';
    case 'unanswered':
    case 'never-asked':
      return isOfPlanMode(grounds.asked);
    case 'stale-allow':
      return isOfPlanMode(grounds.grounds);
    default:
      return false;
  }
}

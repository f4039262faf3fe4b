/** How the result of EnterPlanMode begins. A session finds it in the conversation to know which mode the model was told of. */
export const PLAN_MODE_ON = 'Plan mode is on.';

/** How the result of ExitPlanMode begins, for the same purpose. */
export const PLAN_APPROVED = 'The user has approved the plan';

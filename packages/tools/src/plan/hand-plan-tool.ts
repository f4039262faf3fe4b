import { present } from '@sluice/base';
import { defineTool, fail, type AnyTool, type JsonSchema } from '@sluice/core';
import { readPlan } from './plan-io.ts';

/** Where a sub-agent's plan goes. */
interface PlanReceiver {
  /** A team's leader approves it. Otherwise it is the sub-agent's result. */
  readonly isLeader: boolean;
  /** Resolves with why it can't be handed over. */
  take(plan: string): Promise<string | undefined>;
}

interface HandPlanInput {
  readonly plan?: unknown;
}

interface HandPlanOutput {
  readonly plan: string;
  readonly isAgent: true;
  readonly filePath?: string | undefined;
  readonly awaitingLeaderApproval?: true | undefined;
}

const input: JsonSchema<HandPlanInput> = {
  type: 'object',
  properties: {
    plan: { type: 'string', description: 'The whole plan. Default: what your plan file holds.' },
    allowedPrompts: { type: 'array', readOnly: true, description: 'Ignored.', items: { type: 'object' } },
  },
};

/** `ExitPlanMode` of a sub-agent: hands its plan over. Nothing is approved by that, and plan mode stays on. */
export function createHandPlanTool(receiver: PlanReceiver): AnyTool {
  const { isLeader } = receiver;
  const goes = isLeader
    ? 'It goes to the leader of your team, who approves it or not'
    : 'It goes to the agent that opened you, as your result';
  return defineTool({
    name: 'ExitPlanMode',
    description: `Hands over your plan. ${goes}. Call it in plan mode only, once the plan is complete, and then end your turn.`,
    searchHint: 'plan, hand over, result',
    inputSchema: input,
    isReadOnly: true,
    isConcurrencySafe: true,
    claims: () => [],
    checkPermissions: () => ({ behavior: 'allow', message: 'it only hands over a text' }),
    async call({ plan: given }, { permission }) {
      const { mode, planFile } = permission;
      if (mode !== 'plan')
        return fail('not-in-plan-mode', 'Plan mode is not on, so there is no plan to hand over.');
      const isGiven = typeof given === 'string' && given.trim() !== '';
      const plan = isGiven ? given : planFile === undefined ? '' : readPlan(planFile);
      if (plan.trim() === '') return fail('no-plan', 'There is no plan. Pass it as plan.');
      const problem = await receiver.take(plan);
      if (problem !== undefined) return fail('not-handed-over', problem);
      const data: HandPlanOutput = {
        ...{ plan, isAgent: true },
        ...present({
          filePath: isGiven ? undefined : planFile,
          awaitingLeaderApproval: isLeader || undefined,
        }),
      };
      return { data };
    },
    toModel: () =>
      isLeader
        ? 'The leader has your plan. You stay in plan mode: end your turn, and the answer wakes you.'
        : 'The agent that opened you gets your plan. No one has approved it, so you stay in plan mode: end your turn.',
    displayName: () => 'Plan',
    summarize: () => 'handed over',
    render: ({ plan }: HandPlanOutput) => plan,
  });
}

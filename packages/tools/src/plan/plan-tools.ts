import { present } from '@sluice/base';
import { defineTool, fail, type AnyTool, type InputCheck, type JsonSchema } from '@sluice/core';
import { AskedCalls } from '../asked/asked-calls.ts';
import { readPlan, savePlan } from './plan-io.ts';
import type { PlanPort } from './plan-port.ts';
import { PLAN_APPROVED, PLAN_MODE_ON } from './plan-words.ts';

const noInput: JsonSchema<Readonly<Record<string, never>>> = {
  type: 'object',
  properties: {},
  additionalProperties: false,
};

/** An open object: programs send back the whole input with more fields. */
interface ExitPlanModeInput {
  /** What the person approved, from an answer. From the model, it is written to the plan's file if that is empty. */
  readonly plan?: unknown;
}

const exitInput: JsonSchema<ExitPlanModeInput> = {
  type: 'object',
  properties: {
    allowedPrompts: { type: 'array', readOnly: true, description: 'Ignored.', items: { type: 'object' } },
  },
};

interface ExitPlanModeOutput {
  readonly plan: string;
  readonly isAgent: boolean;
  readonly filePath: string;
  readonly planWasEdited?: true | undefined;
  /** Why the file doesn't hold it. */
  readonly unsaved?: string | undefined;
}

/** `EnterPlanMode` and `ExitPlanMode`: a plan in a file, which a person approves. */
export function createPlanTools(port: PlanPort): readonly AnyTool[] {
  return [enterTool(port), exitTool(port)];
}

function enterTool(port: PlanPort): AnyTool {
  return defineTool({
    name: 'EnterPlanMode',
    description:
      'Switches to plan mode: you read and think, change nothing, write a plan to a file, and ask the user to approve it with ExitPlanMode. Use it before larger changes whose approach the user should agree to.',
    searchHint: 'plan, approach, design before coding',
    isDeferred: true,
    inputSchema: noInput,
    claims: () => 'everything',
    isDestructive: false,
    staysInSession: true,
    isIdempotent: true,
    // A stricter mode needs no one's approval.
    checkPermissions: () => ({ behavior: 'allow', message: 'it only tightens what is allowed' }),
    call(_, { agent }) {
      if (agent !== undefined)
        return Promise.resolve(
          fail('in-sub-agent', 'A sub-agent cannot enter plan mode. Return your plan as your answer.'),
        );
      if (port.mode() === 'plan') return Promise.resolve({ data: { message: entered(port.path) } });
      return Promise.resolve({
        data: { message: entered(port.path) },
        permissionUpdates: [{ type: 'setMode', mode: 'plan' }],
      });
    },
    toModel: ({ message }: { readonly message: string }) => message,
    displayName: () => 'Enter plan mode',
    summarize: () => 'Enter plan mode',
  });
}

function entered(path: string): string {
  return `${PLAN_MODE_ON} Write your plan to ${path}, the only file that may be written, then call ExitPlanMode.`;
}

function exitTool(port: PlanPort): AnyTool {
  const asked = new AskedCalls();
  return defineTool({
    name: 'ExitPlanMode',
    description:
      'Asks the user to approve the plan that you have written to the plan file. Call it in plan mode only, once the plan is complete. Do not ask in any other way whether the plan is good. If the user declines, stay in plan mode and change the plan.',
    searchHint: 'plan, approve, leave plan mode',
    inputSchema: exitInput,
    interaction: 'plan',
    claims: () => 'everything',
    isDestructive: false,
    validateInput({ plan }, context): InputCheck {
      // The answer may have changed the mode already.
      if (asked.has(context)) return { ok: true };
      if (port.mode() !== 'plan')
        return {
          ok: false,
          code: 'not-in-plan-mode',
          message:
            'Plan mode is not on, so there is no plan to approve. If the plan was approved, carry it out.',
        };
      const written = readPlan(port.path);
      // Models that were trained on another form pass the plan itself. It may be written: this is the plan's file.
      if (typeof plan === 'string' && plan.trim() !== '' && written.trim() === '') {
        const message = savePlan(port.path, plan);
        if (message !== undefined) return { ok: false, code: 'plan-not-saved', message };
      } else if (plan !== undefined && plan !== written)
        return { ok: false, code: 'plan-in-input', message: `Leave plan out, and write it to ${port.path}.` };
      else if (written.trim() === '')
        return { ok: false, code: 'no-plan', message: `There is no plan. Write it to ${port.path} first.` };
      asked.add(context);
      return { ok: true };
    },
    decidedOn: () => [port.path],
    preview: () => Promise.resolve({ kind: 'plan', plan: readPlan(port.path), path: port.path }),
    call({ plan: approved }, context) {
      const { agent } = context;
      asked.end(context);
      const written = readPlan(port.path);
      const plan = typeof approved === 'string' && approved.trim() !== '' ? approved : written;
      const isEdited = plan !== written;
      const unsaved = isEdited ? savePlan(port.path, plan) : undefined;
      const data: ExitPlanModeOutput = {
        ...{ plan, isAgent: agent !== undefined, filePath: port.path },
        ...present({ planWasEdited: isEdited || undefined, unsaved }),
      };
      // The person may have picked the mode with the answer.
      const isLeft = port.mode() !== 'plan';
      return Promise.resolve({
        data,
        permissionUpdates: isLeft ? [] : [{ type: 'setMode', mode: port.modeBefore() }],
      });
    },
    // A refusal never gets here: the core's outcome/outcome-text.ts words it.
    toModel: ({ plan, filePath, planWasEdited, unsaved }: ExitPlanModeOutput) =>
      `${PLAN_APPROVED}${planWasEdited === true ? ', with changes of their own' : ''}. Plan mode is off: carry it out. ${unsaved ?? `It is in ${filePath}`}:\n\n${plan}`,
    displayName: () => 'Plan',
    summarize: () => 'submitted for approval',
    render: ({ plan }: ExitPlanModeOutput) => plan,
  });
}

import { present } from '@sluice/base';
import { getOwn, type PlanInquiry } from '@sluice/core';
import { no, type Option } from './option.ts';
import type { Progress } from './questionnaire.ts';

/** @param hasAuto the session may change to auto mode */
export function planOptions(inquiry: PlanInquiry, progress: Progress, hasAuto: boolean): readonly Option[] {
  const answers: readonly Option[] = [
    ...planAnswers(inquiry, progress, hasAuto),
    {
      digit: '3',
      label: 'No, keep planning …',
      choice: {
        kind: 'note',
        label: 'what should change? ',
        said: 'keep planning',
        answer: (feedback) => ({ behavior: 'deny', feedback }),
      },
    },
    no('4', 'No, and stop here'),
    {
      digit: '6',
      label: 'Edit it …',
      choice: {
        kind: 'editor',
        text: planOf(inquiry, progress),
        changed: (plan) => ({ ...progress, answers: { plan } }),
      },
    },
  ];
  return answers.toSorted((one, other) => Number(one.digit) - Number(other.digit));
}

/** With the mode that the work then goes on in. */
function planAnswers(inquiry: PlanInquiry, progress: Progress, hasAuto: boolean): readonly Option[] {
  const plan = editedPlan(progress);
  const updatedInput = plan === undefined ? undefined : { ...inquiry.input, plan };
  const go = (digit: string, label: string, mode: 'default' | 'acceptEdits' | 'auto'): Option => ({
    digit,
    label,
    choice: {
      kind: 'answer',
      answer: {
        behavior: 'allow',
        updates: [{ type: 'setMode', mode, destination: 'session' }],
        ...present({ updatedInput }),
      },
      said: SAID_OF_MODE[mode],
    },
  });
  const fresh: Option = {
    digit: '5',
    label: 'Yes, in a new conversation',
    choice: { kind: 'fresh', plan: planOf(inquiry, progress) },
  };
  const answers = [
    go('1', 'Yes, and ask me about edits', 'default'),
    go('2', 'Yes, and accept edits', 'acceptEdits'),
  ];
  // The conversation of another agent isn't the person's to replace.
  if (inquiry.agentId === undefined) answers.push(fresh);
  if (hasAuto) answers.push(go('7', 'Yes, in auto mode', 'auto'));
  return answers;
}

const SAID_OF_MODE = {
  default: 'go on',
  acceptEdits: 'go on, edits accepted',
  auto: 'go on, in auto mode',
} as const;

function planOf({ preview }: PlanInquiry, progress: Progress): string {
  return editedPlan(progress) ?? (preview?.kind === 'plan' ? preview.plan : '');
}

/** The plan as the person has changed it. */
export function editedPlan({ answers }: Progress): string | undefined {
  const plan = getOwn(answers, 'plan');
  return typeof plan === 'string' ? plan : undefined;
}

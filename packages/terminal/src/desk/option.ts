import {
  getOwn,
  type FormInquiry,
  type Inquiry,
  type InquiryAnswer,
  type PermissionRequest,
  type PlanInquiry,
  type QuestionsInquiry,
  type UrlInquiry,
} from '@sluice/core';
import { MAX_DIGITS } from './form-field.ts';
import type { Question } from './question.ts';
import { answered, leftOut, questionsOf, resultOf, type Progress } from './questionnaire.ts';

/** What choosing an option does. */
export type Choice =
  | { readonly kind: 'answer'; readonly answer: InquiryAnswer; readonly said: string }
  /** The person writes a text first, at the prompt. */
  | {
      readonly kind: 'note';
      readonly label: string;
      readonly answer: (text: string) => InquiryAnswer;
      readonly said: string;
      /** The text to begin with: the prompt holds it. */
      readonly initial?: string;
      /** Why a text is no answer. Default: any is one. */
      readonly problem?: (text: string) => string | undefined;
    }
  /** A text is changed in the person's editor. */
  | { readonly kind: 'editor'; readonly text: string; readonly changed: (text: string) => Progress }
  /** One question of several is answered. */
  | { readonly kind: 'progress'; readonly progress: Progress }
  /** The answer to one question is typed. */
  | { readonly kind: 'text'; readonly label: string; readonly question: Question }
  /** Shows all calls that wait, to answer several together. */
  | { readonly kind: 'batch' }
  /** Opens the address; the question stays. */
  | { readonly kind: 'open'; readonly inquiry: UrlInquiry }
  /** The plan is carried out in a conversation of its own. */
  | { readonly kind: 'fresh'; readonly plan: string }
  /** Logs why the call is asked about. */
  | { readonly kind: 'why' }
  /** Logs all of what is asked about. */
  | { readonly kind: 'whole' };

export interface Option {
  readonly digit: string;
  /** False: the digit is text for the answer; the option is chosen with the arrow keys. Default true. */
  readonly hasKey?: boolean | undefined;
  readonly label: string;
  readonly choice: Choice;
}

/**
 * What a person may answer to an inquiry.
 * @param hasSeenAll nothing of it was left out
 * @param hasAuto the session may change to auto mode
 */
export function optionsOf(
  inquiry: Inquiry,
  hasSeenAll: boolean,
  progress: Progress,
  hasAuto = false,
): readonly Option[] {
  const yes = (label: string): Option => ({
    digit: '1',
    label,
    choice: { kind: 'answer', answer: { behavior: 'allow' }, said: 'yes' },
  });
  const no = (digit: string, label: string): Option => ({
    digit,
    label,
    choice: { kind: 'answer', answer: { behavior: 'deny' }, said: 'no' },
  });
  switch (inquiry.kind) {
    case 'permission': {
      const { suggestedRules, suggestedDestination, display } = inquiry;
      const mayKeep = hasSeenAll && suggestedRules.length > 0 && display.warnings.length === 0;
      const where =
        suggestedDestination === 'session'
          ? 'for this session'
          : `from now on (${keptIn(suggestedDestination)})`;
      const keep: Option = {
        digit: '2',
        label: `Yes, and ${where}: ${suggestedRules.join(', ')}`,
        choice: {
          kind: 'answer',
          answer: { behavior: 'allow', always: true },
          said: 'yes, from now on',
        },
      };
      const whole: Option = { digit: '7', label: 'Show all of it', choice: { kind: 'whole' } };
      return [
        {
          digit: '1',
          label: 'Yes, once',
          choice: { kind: 'answer', answer: { behavior: 'allow' }, said: 'yes, once' },
        },
        ...(mayKeep ? [keep] : []),
        inquiry.agentId === undefined ? no('3', 'No, and stop here') : deniesOnly(),
        {
          digit: '4',
          label: 'No, and say why …',
          choice: {
            kind: 'note',
            label: 'why not? ',
            said: 'no',
            answer: (feedback) => ({ behavior: 'deny', feedback }),
          },
        },
        ...changeOption(inquiry),
        { digit: '6', label: 'Why', choice: { kind: 'why' } },
        ...(hasSeenAll ? [] : [whole]),
        {
          digit: '9',
          label: 'Yes, with a note …',
          choice: {
            kind: 'note',
            label: 'note: ',
            said: 'yes, with a note',
            answer: (feedback) => ({ behavior: 'allow', feedback }),
          },
        },
      ];
    }
    case 'plan': {
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
    case 'url':
      return [
        yes('I have opened it'),
        { digit: '2', label: 'Open it in the browser', choice: { kind: 'open', inquiry } },
        no('3', 'No'),
        {
          digit: '4',
          label: 'Dismiss',
          choice: { kind: 'answer', answer: { behavior: 'deny', isDismissed: true }, said: 'dismissed' },
        },
      ];
    case 'trust':
      return [
        yes('Trust it, from now on'),
        no('2', 'Go on without these settings'),
        {
          digit: '3',
          label: 'Leave',
          choice: { kind: 'answer', answer: { behavior: 'deny', isDismissed: true }, said: 'leave' },
        },
      ];
    case 'confirm':
      return [yes('Yes'), no('3', 'No')];
    case 'questions':
    case 'form':
      return questionOptions(inquiry, progress);
    default:
      return inquiry satisfies never;
  }
}

/** Where an answer for good is saved, as a person knows it. */
export function keptIn(destination: PermissionRequest['suggestedDestination']): string {
  return KEPT_IN[destination];
}

const KEPT_IN: Readonly<Record<PermissionRequest['suggestedDestination'], string>> = {
  session: 'this session',
  local: '.sluice/settings.local.json',
  project: '.sluice/settings.json',
  user: 'your settings',
};

/** A command that is almost right is changed and allowed in one step. */
function changeOption({ input, editable, display }: PermissionRequest): readonly Option[] {
  const text = editable === undefined ? undefined : getOwn(input, editable);
  // What is hidden would stay hidden in the prompt.
  if (editable === undefined || typeof text !== 'string' || display.warnings.length > 0) return [];
  return [
    {
      digit: '5',
      label: 'Change it …',
      choice: {
        kind: 'note',
        label: `${editable}: `,
        said: 'yes, changed',
        initial: text,
        problem: (changed) =>
          changed.trim() === ''
            ? `the ${editable} is empty`
            : changed === text
              ? 'nothing is changed: Esc goes back to the question'
              : undefined,
        answer: (changed) => ({ behavior: 'allow', updatedInput: { ...input, [editable]: changed } }),
      },
    },
  ];
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
        ...(updatedInput === undefined ? {} : { updatedInput }),
      },
      said: SAID_OF_MODE[mode],
    },
  });
  const fresh: Option = {
    digit: '5',
    label: 'Yes, in a new conversation',
    choice: { kind: 'fresh', plan: planOf(inquiry, progress) },
  };
  return [
    go('1', 'Yes, and ask me about edits', 'default'),
    go('2', 'Yes, and accept edits', 'acceptEdits'),
    // The conversation of another agent isn't the person's to replace.
    ...(inquiry.agentId === undefined ? [fresh] : []),
    ...(hasAuto ? [go('7', 'Yes, in auto mode', 'auto')] : []),
  ];
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

/** The choices of the question at hand; after the last one, whether to send the answers. */
function questionOptions(inquiry: QuestionsInquiry | FormInquiry, progress: Progress): readonly Option[] {
  const question = questionsOf(inquiry)?.[progress.at];
  const decline: Option = {
    digit: '0',
    label: inquiry.kind === 'form' ? 'Decline' : "Don't answer",
    choice: { kind: 'answer', answer: { behavior: 'deny' }, said: 'not answered' },
  };
  // For a server, that is neither a yes nor a no. `7` is taken where several are chosen.
  const dismiss = (digit: string): readonly Option[] =>
    inquiry.kind !== 'form' || question?.isMultiple === true
      ? []
      : [
          {
            digit,
            label: 'Dismiss',
            choice: { kind: 'answer', answer: { behavior: 'deny', isDismissed: true }, said: 'dismissed' },
          },
        ];
  if (question === undefined) {
    return [
      {
        digit: '1',
        label: 'Send these answers',
        choice: {
          kind: 'answer',
          answer: { behavior: 'allow', updatedInput: resultOf(inquiry, progress) },
          said: 'answered',
        },
      },
      {
        digit: '2',
        label: 'Start again',
        choice: { kind: 'progress', progress: { answers: {}, at: 0, marked: [] } },
      },
      ...dismiss('3'),
      decline,
    ];
  }
  const { choices, isMultiple, isRequired, parse, preset } = question;
  const options = choices.slice(0, MAX_DIGITS).map(({ label, detail, value }, index): Option => {
    const isMarked = progress.marked.includes(index);
    const marked = isMarked ? progress.marked.filter((one) => one !== index) : [...progress.marked, index];
    const text = detail === '' ? label : `${label}: ${detail}`;
    return {
      digit: String(index + 1),
      label: isMultiple ? `${isMarked ? '[x]' : '[ ]'} ${text}` : text,
      choice: {
        kind: 'progress',
        progress: isMultiple ? { ...progress, marked } : answered(progress, question, value),
      },
    };
  });
  if (isMultiple && question.takes(progress.marked.length)) {
    const chosen = progress.marked.toSorted((a, b) => a - b).flatMap((index) => choices[index] ?? []);
    options.push({
      digit: '7',
      label: 'Done',
      choice: { kind: 'progress', progress: answered(progress, question, question.combine(chosen)) },
    });
  }
  if (parse !== undefined) {
    const isList = inquiry.kind === 'form' && choices.length > 0;
    const label =
      choices.length === 0 ? 'Type it …' : isList ? `Type one of ${choices.length} …` : 'Something else …';
    options.push({ digit: '8', label, choice: { kind: 'text', label: 'answer: ', question } });
  }
  if (!isRequired || preset !== undefined) {
    options.push({
      digit: '9',
      label: preset === undefined ? 'Leave it out' : `Keep the default: ${preset}`,
      choice: { kind: 'progress', progress: leftOut(progress, question) },
    });
  }
  // Last: what is marked at first must not end the form.
  return [...options, decline, ...dismiss('7')];
}

/** Another agent goes on without this one call. */
function deniesOnly(): Option {
  return {
    digit: '3',
    label: 'No, not this call',
    choice: { kind: 'answer', answer: { behavior: 'deny', endsTurn: false }, said: 'no' },
  };
}

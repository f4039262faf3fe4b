import type { Inquiry, InquiryAnswer } from '@sluice/core';

/** What choosing an option does. */
export type Choice =
  | { readonly kind: 'answer'; readonly answer: InquiryAnswer; readonly said: string }
  /** The person writes a text first, at the prompt. */
  | {
      readonly kind: 'note';
      readonly label: string;
      readonly answer: (text: string) => InquiryAnswer;
      readonly said: string;
    }
  /** Logs why the call is asked about. */
  | { readonly kind: 'why' }
  /** Logs all of what is asked about. */
  | { readonly kind: 'whole' };

export interface Option {
  readonly digit: string;
  readonly label: string;
  readonly choice: Choice;
}

/** What a person may answer to an inquiry. `hasSeenAll`: nothing of it was left out. */
export function optionsOf(inquiry: Inquiry, hasSeenAll: boolean): readonly Option[] {
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
          : `from now on (${suggestedDestination} settings)`;
      const keep: Option = {
        digit: '2',
        label: `Yes, and ${where}: ${suggestedRules.join(', ')}`,
        choice: {
          kind: 'answer',
          answer: { behavior: 'allow', always: true },
          said: 'yes, from now on',
        },
      };
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
        { digit: '6', label: 'Why', choice: { kind: 'why' } },
        { digit: '7', label: 'Show all of it', choice: { kind: 'whole' } },
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
    case 'plan':
      return [
        yes('Yes, go on with this plan'),
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
        { digit: '7', label: 'Show all of it', choice: { kind: 'whole' } },
      ];
    case 'url':
      return [
        yes('I have opened it'),
        no('3', 'No'),
        {
          digit: '4',
          label: 'Dismiss',
          choice: { kind: 'answer', answer: { behavior: 'deny', isDismissed: true }, said: 'dismissed' },
        },
      ];
    case 'trust':
    case 'confirm':
      return [yes('Yes'), no('3', 'No')];
    case 'questions':
    case 'form':
      return [];
    default:
      return inquiry satisfies never;
  }
}

/** Another agent goes on without this one call. */
function deniesOnly(): Option {
  return {
    digit: '3',
    label: 'No, not this call',
    choice: { kind: 'answer', answer: { behavior: 'deny', endsTurn: false }, said: 'no' },
  };
}

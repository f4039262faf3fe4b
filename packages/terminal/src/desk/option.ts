import type { InquiryAnswer, UrlInquiry } from '@sluice/core';
import type { Question } from './question.ts';
import type { Progress } from './questionnaire.ts';

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
      /** Why a text is not an answer. Default: any is one. */
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
  /** A letter that chooses it, too. Default: none does. */
  readonly letter?: 'y' | 'n' | undefined;
  /** Marked at first, so that Enter takes it. Default: the first option is. */
  readonly isPreferred?: boolean | undefined;
  readonly label: string;
  readonly choice: Choice;
}

export function yes(label: string, said = 'yes'): Option {
  return { digit: '1', label, choice: { kind: 'answer', answer: { behavior: 'allow' }, said } };
}

export function no(digit: string, label: string): Option {
  return { digit, label, choice: { kind: 'answer', answer: { behavior: 'deny' }, said: 'no' } };
}

/** Ends more than the question: the inquiry is put aside. */
export function dismiss(digit: string, label: string, said: string): Option {
  const answer = { behavior: 'deny', isDismissed: true } as const;
  return { digit, label, choice: { kind: 'answer', answer, said } };
}

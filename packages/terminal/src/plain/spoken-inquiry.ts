import type { Inquiry, InquiryAnswer } from '@sluice/core';
import { isMarkable } from '../desk/entered.ts';
import type { Option } from '../desk/option.ts';
import type { Progress } from '../desk/questionnaire.ts';
import type { Note } from '../desk/typed-answer.ts';

/** An inquiry that waits for an answer in plain mode. */
export interface SpokenInquiry {
  inquiry: Inquiry;
  readonly answer: (answer: InquiryAnswer) => void;
  readonly askedAt: number;
  hasSeenAll: boolean;
  /** Its address was opened. */
  hasOpened: boolean;
  progress: Progress;
}

/** What Enter alone takes: a default, an answer given before, or opening an address. Undefined: nothing, and the question is repeated. */
export function enterOption(
  { inquiry, hasOpened }: SpokenInquiry,
  options: readonly Option[],
): Option | undefined {
  if (!isMarkable(inquiry)) return undefined;
  return hasOpened ? options[0] : options.find(({ isPreferred }) => isPreferred === true);
}

/** It is one of several answers to a question. */
export function canBeMarked({ label, choice }: Option): boolean {
  return choice.kind === 'progress' && /^\[[ x]\] /.test(label);
}

export function isMarked({ label }: Option): boolean {
  return label.startsWith('[x] ');
}

/** Enter alone keeps what the field has before. */
export function keepsDefault(note: Note): boolean {
  return note.kind === 'text' && note.question.preset !== undefined;
}

import type { Inquiry, InquiryAnswer } from '@sluice/core';
import type { OpenInquiry } from './open-inquiries.ts';
import type { Progress } from './questionnaire.ts';
import { questionsOf, resultOf } from './questionnaire.ts';

/** Milliseconds before the end in which the card counts down. */
export const COUNTDOWN_MS = 20_000;

/** How long until questions are answered without the person. */
export interface TimeLeft {
  /** Zero or less: now. */
  readonly ms: number;
  /** What the card counts down from. Undefined: it doesn't yet. */
  readonly seconds: number | undefined;
  /** Milliseconds until something of this changes. */
  readonly againMs: number;
}

/**
 * How long until an inquiry is answered without the person. Undefined: it waits for as long as it takes.
 * @param timeoutMs undefined: everything waits
 */
export function timeLeft(
  { inquiry, shownAt }: Pick<OpenInquiry, 'inquiry' | 'shownAt'>,
  timeoutMs: number | undefined,
  lastKeyAt: number,
  now: number,
): TimeLeft | undefined {
  if (timeoutMs === undefined || inquiry.kind !== 'questions' || shownAt === undefined) return undefined;
  const ms = Math.max(shownAt, lastKeyAt) + timeoutMs - now;
  if (ms > COUNTDOWN_MS) return { ms, seconds: undefined, againMs: ms - COUNTDOWN_MS };
  return { ms, seconds: Math.max(0, Math.ceil(ms / 1000)), againMs: Math.max(1, ms % 1000 || 1000) };
}

/** What has been selected so far, as an answer that says no one gave it. */
export function answerOfNobody(inquiry: Inquiry, progress: Progress, timeoutMs: number): InquiryAnswer {
  if (inquiry.kind !== 'questions') return { behavior: 'unavailable', reason: 'no one answered' };
  const question = questionsOf(inquiry)?.[progress.at];
  const labels = progress.marked
    .toSorted((one, other) => one - other)
    .flatMap((index) => question?.choices[index]?.label ?? []);
  const answers =
    question === undefined || labels.length === 0
      ? progress.answers
      : { ...progress.answers, [question.key]: labels.join(', ') };
  return {
    behavior: 'allow',
    updatedInput: { ...resultOf(inquiry, { ...progress, answers }), afkTimeoutMs: timeoutMs },
  };
}

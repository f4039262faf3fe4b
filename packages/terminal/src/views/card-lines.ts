import { cellWidth } from '@sluice/base';
import { getOwn, sanitize } from '@sluice/core';
import type { Card } from '../desk/desk-events.ts';
import { editedPlan } from '../desk/plan-options.ts';
import { MAX_DIGITS, shownValue } from '../desk/form-field.ts';
import { questionsOf } from '../desk/questionnaire.ts';
import { bodyLines, type BodyLine } from './body-lines.ts';

/** Of several questions the one at hand, below those that have an answer. */
export function cardLines({ inquiry, progress }: Pick<Card, 'inquiry' | 'progress'>): readonly BodyLine[] {
  const plan = inquiry.kind === 'plan' ? editedPlan(progress) : undefined;
  if (inquiry.kind === 'plan' && plan !== undefined)
    return bodyLines({ ...inquiry, preview: { kind: 'plan', plan, path: '' } });
  // It is in the log.
  if (inquiry.kind === 'plan') return [];
  if (inquiry.kind !== 'questions' && inquiry.kind !== 'form') return bodyLines(inquiry);
  const questions = questionsOf(inquiry) ?? [];
  const message = inquiry.kind === 'form' ? bodyLines(inquiry) : [];
  const given = questions.slice(0, progress.at).flatMap(({ key, text, choices, preset }) => {
    const shown = shownValue(getOwn(progress.answers, key), choices) ?? preset ?? '(left out)';
    return givenLines(text, shown).map((line, index): BodyLine => {
      return { text: `${index === 0 ? '✓' : ' '} ${line}`, tone: 'added' };
    });
  });
  const question = questions[progress.at];
  const place = questions.length > 1 ? `${progress.at + 1} of ${questions.length}: ` : '';
  const now: readonly BodyLine[] =
    question === undefined ? [] : [{ text: `${place}${sanitize(question.text)}`, tone: 'plain' }];
  const others = question?.choices.slice(MAX_DIGITS).map(({ label }) => sanitize(label)) ?? [];
  const more: readonly BodyLine[] =
    others.length === 0 ? [] : [{ text: `also: ${others.join(', ')}`, tone: 'plain' }];
  return [...message, ...given, ...now, ...more];
}

/** Cells of a question and its answer that share a line. */
const MAX_GIVEN = 70;

/** A question and its answer: one line, or the answer on one of its own. */
export function givenLines(question: string, answer: string): readonly string[] {
  const [asked, given] = [sanitize(question), sanitize(answer) || '(none)'];
  // The title of a field is no sentence: the answer would be read as its end.
  const line = `${asked}${/[?:.!？：。！]$/.test(asked) ? '' : ':'} ${given}`;
  return cellWidth(line) <= MAX_GIVEN ? [line] : [asked, `  ${given}`];
}

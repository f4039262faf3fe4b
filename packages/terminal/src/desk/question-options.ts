import type { FormInquiry, QuestionsInquiry } from '@sluice/core';
import { MAX_DIGITS } from './form-field.ts';
import type { Option } from './option.ts';
import { answered, leftOut, questionsOf, resultOf, type Progress } from './questionnaire.ts';

/** Ends a question that takes several answers. */
export const DONE_DIGIT = '7';

/** The choices of the question at hand; after the last one, whether to send the answers. */
export function questionOptions(
  inquiry: QuestionsInquiry | FormInquiry,
  progress: Progress,
): readonly Option[] {
  const question = questionsOf(inquiry)?.[progress.at];
  const decline: Option = {
    digit: '0',
    label: inquiry.kind === 'form' ? 'Decline' : "Don't answer",
    choice: { kind: 'answer', answer: { behavior: 'deny' }, said: 'not answered' },
  };
  // For a server, that is neither a yes nor a no. `DONE_DIGIT` is taken where several are chosen.
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
  const isAnswered = Object.hasOwn(progress.answers, question.key);
  const options = choices.slice(0, MAX_DIGITS).map(({ label, detail, value }, index): Option => {
    const isMarked = progress.marked.includes(index);
    const isGiven = isAnswered && !isMultiple && progress.answers[question.key] === value;
    const marked = isMarked ? progress.marked.filter((one) => one !== index) : [...progress.marked, index];
    const text = detail === '' ? label : `${label}: ${detail}`;
    return {
      digit: String(index + 1),
      label: isMultiple ? `${isMarked ? '[x]' : '[ ]'} ${text}` : text,
      choice: {
        kind: 'progress',
        progress: isMultiple ? { ...progress, marked } : answered(progress, question, value),
      },
      isPreferred: isGiven,
    };
  });
  if (isMultiple && question.takes(progress.marked.length)) {
    const chosen = progress.marked.toSorted((a, b) => a - b).flatMap((index) => choices[index] ?? []);
    options.push({
      digit: DONE_DIGIT,
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
      // An answer that was given before is not thrown away by going through the form again.
      isPreferred: preset !== undefined && !isAnswered,
    });
  }
  // Last: what is marked at first must not end the form.
  return [...options, decline, ...dismiss(DONE_DIGIT)];
}

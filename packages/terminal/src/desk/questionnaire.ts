import {
  getOwn,
  isJsonObject,
  type FormInquiry,
  type Inquiry,
  type JsonObject,
  type JsonValue,
  type QuestionsInquiry,
} from '@sluice/core';
import { fieldForm } from './form-field.ts';
import type { ParsedAnswer, Question } from './question.ts';

/** The answers so far, and the marked choices of a question that takes several. */
export interface Progress {
  readonly answers: Readonly<Record<string, JsonValue>>;
  readonly at: number;
  readonly marked: readonly number[];
}

export const NO_PROGRESS: Progress = { answers: {}, at: 0, marked: [] };

const ANY_TEXT = (text: string): ParsedAnswer => ({ ok: true, value: text });

/** Undefined: it can't be shown. */
export function questionsOf(inquiry: QuestionsInquiry | FormInquiry): readonly Question[] | undefined {
  return inquiry.kind === 'questions' ? ofCall(inquiry.input) : ofForm(inquiry.schema);
}

/** Several choices of the question at hand may be marked. */
export function isMultiple({
  inquiry,
  progress,
}: {
  readonly inquiry: Inquiry;
  readonly progress: Progress;
}): boolean {
  if (inquiry.kind !== 'questions' && inquiry.kind !== 'form') return false;
  return questionsOf(inquiry)?.[progress.at]?.isMultiple === true;
}

function ofCall(input: JsonObject): readonly Question[] | undefined {
  const list = getOwn(input, 'questions');
  if (!Array.isArray(list) || list.length === 0) return undefined;
  return list
    .filter((one) => isJsonObject(one))
    .map((one) => {
      const text = textAt(one, 'question');
      const options = getOwn(one, 'options');
      const choices = (Array.isArray(options) ? options : []).filter((option) => isJsonObject(option));
      return {
        key: text,
        text,
        choices: choices.map((option) => ({
          label: textAt(option, 'label'),
          detail: textAt(option, 'description'),
          value: textAt(option, 'label'),
        })),
        isMultiple: getOwn(one, 'multiSelect') === true,
        isRequired: true,
        parse: ANY_TEXT,
        combine: (chosen) => chosen.map(({ label }) => label).join(', '),
        takes: () => true,
        preset: undefined,
      };
    });
}

function ofForm(schema: JsonObject): readonly Question[] | undefined {
  const properties = getOwn(schema, 'properties');
  if (!isJsonObject(properties)) return undefined;
  const required = getOwn(schema, 'required');
  const questions: Question[] = [];
  for (const [key, field] of Object.entries(properties)) {
    if (!isJsonObject(field)) return undefined;
    const found = fieldForm(field);
    if (found === undefined) return undefined;
    const { hint, ...form } = found;
    const title = textAt(field, 'title') || key;
    const description = textAt(field, 'description');
    questions.push({
      key,
      text: `${description === '' ? title : `${title}: ${description}`}${hint}`,
      isRequired: Array.isArray(required) && required.includes(key),
      ...form,
    });
  }
  return questions;
}

function textAt(value: JsonObject, key: string): string {
  const found = getOwn(value, key);
  return typeof found === 'string' ? found : '';
}

/** The progress after an answer to the question at hand. */
export function answered(progress: Progress, { key }: Question, value: JsonValue): Progress {
  return { answers: { ...progress.answers, [key]: value }, at: progress.at + 1, marked: [] };
}

/** The progress when the question at hand gets no answer, also not one that it had before. */
export function leftOut(progress: Progress, { key }: Question): Progress {
  const answers = Object.fromEntries(Object.entries(progress.answers).filter(([name]) => name !== key));
  return { answers, at: progress.at + 1, marked: [] };
}

/** The progress on arriving at a question: the choices of an earlier answer to it are marked. */
export function arrivedAt(inquiry: Inquiry, progress: Progress): Progress {
  if (inquiry.kind !== 'questions' && inquiry.kind !== 'form') return progress;
  const question = questionsOf(inquiry)?.[progress.at];
  const given = question === undefined ? undefined : getOwn(progress.answers, question.key);
  if (question?.isMultiple !== true || given === undefined) return { ...progress, marked: [] };
  return { ...progress, marked: marksOf(question, given) };
}

/** Indexes of the choices that an answer consists of. */
function marksOf({ choices }: Question, given: unknown): readonly number[] {
  const values: readonly unknown[] = Array.isArray(given) ? given : [];
  if (values.length > 0)
    return choices.flatMap(({ value }, index) => (values.includes(value) ? [index] : []));
  let rest = typeof given === 'string' ? given : '';
  return choices.flatMap(({ label }, index) => {
    if (label === '' || (rest !== label && !rest.startsWith(`${label}, `))) return [];
    rest = rest.slice(label.length + 2);
    return [index];
  });
}

/** What the answers come to, as the input that a call gets or the fields of a form. */
export function resultOf(inquiry: QuestionsInquiry | FormInquiry, { answers }: Progress): JsonObject {
  return inquiry.kind === 'questions' ? { ...inquiry.input, answers } : answers;
}

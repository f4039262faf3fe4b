import {
  getOwn,
  isJsonObject,
  type FormInquiry,
  type JsonObject,
  type JsonValue,
  type QuestionsInquiry,
} from '@sluice/core';

/** One thing that a person is asked, of the questions of a call or of the fields of a form. */
export interface Question {
  readonly key: string;
  readonly text: string;
  readonly choices: readonly { readonly label: string; readonly detail: string; readonly value: JsonValue }[];
  readonly isMultiple: boolean;
  readonly isRequired: boolean;
  /** Reads what was typed. Undefined: nothing may be typed. */
  readonly parse: ((text: string) => ParsedAnswer) | undefined;
}

export type ParsedAnswer =
  | { readonly ok: true; readonly value: JsonValue }
  | { readonly ok: false; readonly message: string };

/** The answers so far, and the marked choices of a question that takes several. */
export interface Progress {
  readonly answers: Readonly<Record<string, JsonValue>>;
  readonly at: number;
  readonly marked: readonly number[];
}

export const NO_PROGRESS: Progress = { answers: {}, at: 0, marked: [] };

/** Choices that have a digit of their own; more are typed. */
export const MAX_DIGITS = 6;

const ANY_TEXT = (text: string): ParsedAnswer => ({ ok: true, value: text });

/** Undefined: it can't be shown. */
export function questionsOf(inquiry: QuestionsInquiry | FormInquiry): readonly Question[] | undefined {
  return inquiry.kind === 'questions' ? ofCall(inquiry.input) : ofForm(inquiry.schema);
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
    const form = fieldForm(field);
    if (form === undefined) return undefined;
    const title = textAt(field, 'title') || key;
    const description = textAt(field, 'description');
    questions.push({
      key,
      text: description === '' ? title : `${title}: ${description}`,
      isMultiple: false,
      isRequired: Array.isArray(required) && required.includes(key),
      ...form,
    });
  }
  return questions;
}

function fieldForm(field: JsonObject): Pick<Question, 'choices' | 'parse'> | undefined {
  const values = getOwn(field, 'enum');
  if (Array.isArray(values)) {
    const names = getOwn(field, 'enumNames');
    const choices = values.map((value, index) => {
      const name = Array.isArray(names) ? names[index] : undefined;
      return { label: typeof name === 'string' ? name : String(value), detail: '', value: value ?? null };
    });
    return { choices, parse: choices.length > MAX_DIGITS ? oneOf(choices) : undefined };
  }
  switch (getOwn(field, 'type')) {
    case 'boolean':
      return {
        choices: [
          { label: 'Yes', detail: '', value: true },
          { label: 'No', detail: '', value: false },
        ],
        parse: undefined,
      };
    case 'string':
      return { choices: [], parse: ANY_TEXT };
    case 'number':
    case 'integer':
      return { choices: [], parse: numberOf(getOwn(field, 'type') === 'integer') };
    default:
      return undefined;
  }
}

/** A choice by its name, in any case of letters, or by as much of it as no other begins with. */
function oneOf(choices: Question['choices']): (text: string) => ParsedAnswer {
  return (text) => {
    const typed = text.trim().toLowerCase();
    const whole = choices.find(({ label }) => label.toLowerCase() === typed);
    const begun = choices.filter(({ label }) => typed !== '' && label.toLowerCase().startsWith(typed));
    const [found = begun.length === 1 ? begun[0] : undefined] = whole === undefined ? [] : [whole];
    if (found !== undefined) return { ok: true, value: found.value };
    const why = begun.length > 1 ? 'begins several choices' : 'is none of the choices';
    return { ok: false, message: `${JSON.stringify(text)} ${why}` };
  };
}

function numberOf(isWhole: boolean): (text: string) => ParsedAnswer {
  return (text) => {
    const value = Number(text.trim());
    if (text.trim() !== '' && Number.isFinite(value) && (!isWhole || Number.isInteger(value)))
      return { ok: true, value };
    return { ok: false, message: `${JSON.stringify(text)} is not a ${isWhole ? 'whole number' : 'number'}` };
  };
}

function textAt(value: JsonObject, key: string): string {
  const found = getOwn(value, key);
  return typeof found === 'string' ? found : '';
}

/** The progress after an answer to the question at hand. */
export function answered(progress: Progress, { key }: Question, value: JsonValue): Progress {
  return { answers: { ...progress.answers, [key]: value }, at: progress.at + 1, marked: [] };
}

/** What the answers come to, as the input that a call gets or the fields of a form. */
export function resultOf(inquiry: QuestionsInquiry | FormInquiry, { answers }: Progress): JsonObject {
  return inquiry.kind === 'questions' ? { ...inquiry.input, answers } : answers;
}

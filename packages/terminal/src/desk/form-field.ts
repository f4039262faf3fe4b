import { getOwn, isJsonObject, type JsonObject, type JsonValue } from '@sluice/core';
import type { ParsedAnswer, Question } from './question.ts';
import { TEXT_FORMATS } from './text-format.ts';

type Choices = Question['choices'];

/** What can be chosen or typed for one field of a form. */
export type FieldForm = Pick<
  Question,
  'choices' | 'isMultiple' | 'parse' | 'combine' | 'takes' | 'preset'
> & {
  /** Said after the field's text: how many may be chosen, or what form a text has. */
  readonly hint: string;
};

/** Choices that have a digit of their own; more are typed. */
export const MAX_DIGITS = 6;

const YES_OR_NO: Choices = [
  { label: 'Yes', detail: '', value: true },
  { label: 'No', detail: '', value: false },
];

/** Undefined: it can't be shown. */
export function fieldForm(field: JsonObject): FieldForm | undefined {
  const type = getOwn(field, 'type');
  if (type === 'array') return listForm(field);
  const choices = choicesIn(field) ?? (type === 'boolean' ? YES_OR_NO : undefined);
  const preset = getOwn(field, 'default');
  const single = { isMultiple: false, combine: first, takes: () => true, hint: '' };
  if (choices !== undefined) {
    const parse = choices.length > MAX_DIGITS ? oneOf(choices) : undefined;
    return { ...single, choices, parse, preset: shownValue(preset, choices) };
  }
  const shown = { ...single, choices: [], preset: shownValue(preset, []) };
  switch (type) {
    case 'string':
      return {
        ...shown,
        parse: textOf(field),
        hint: TEXT_FORMATS.get(getOwn(field, 'format'))?.hint ?? '',
      };
    case 'number':
    case 'integer':
      return { ...shown, parse: numberOf(field) };
    default:
      return undefined;
  }
}

function listForm(field: JsonObject): FieldForm | undefined {
  const items = getOwn(field, 'items');
  const choices = isJsonObject(items) ? choicesIn(items) : undefined;
  if (choices === undefined) return undefined;
  const [min, max] = [limitIn(field, 'minItems') ?? 0, limitIn(field, 'maxItems') ?? choices.length];
  const takes = (count: number): boolean => count >= min && count <= max;
  const hint =
    min === 0 && max >= choices.length ? '' : ` (choose ${min === max ? min : `${min} to ${max}`})`;
  return {
    choices,
    isMultiple: true,
    combine: (chosen) => chosen.map(({ value }) => value),
    takes,
    hint,
    parse: choices.length > MAX_DIGITS ? severalOf(choices, takes, hint) : undefined,
    preset: shownValue(getOwn(field, 'default'), choices),
  };
}

/** The values that a field may have, with their titles. Undefined: it is not a choice. */
function choicesIn(field: JsonObject): Choices | undefined {
  const values = getOwn(field, 'enum');
  if (Array.isArray(values)) {
    const names = getOwn(field, 'enumNames');
    return values.map((value: unknown, index) =>
      choiceOf(value, Array.isArray(names) ? names[index] : undefined),
    );
  }
  const titled = getOwn(field, 'oneOf') ?? getOwn(field, 'anyOf');
  if (!Array.isArray(titled)) return undefined;
  const consts = titled.filter((one) => isJsonObject(one) && Object.hasOwn(one, 'const'));
  return consts
    .filter((one) => isJsonObject(one))
    .map((one) => choiceOf(getOwn(one, 'const'), getOwn(one, 'title')));
}

function choiceOf(value: unknown, name: unknown): Choices[number] {
  const known = isPlain(value) ? value : null;
  return { label: typeof name === 'string' ? name : String(known), detail: '', value: known };
}

function isPlain(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** A value as a person reads it: a choice by its name. Undefined: it has no text. */
export function shownValue(value: unknown, choices: Choices): string | undefined {
  if (Array.isArray(value)) return value.map((one: unknown) => shownValue(one, choices)).join(', ');
  if (!isPlain(value)) return undefined;
  return choices.find((choice) => choice.value === value)?.label ?? String(value);
}

function first(chosen: Choices): JsonValue {
  return chosen[0]?.value ?? null;
}

/** A choice by its name, in any case of letters, or by as much of it as no other begins with. */
function oneOf(choices: Choices): (text: string) => ParsedAnswer {
  return (text) => {
    const typed = text.trim().toLowerCase();
    const whole = choices.find(({ label }) => label.toLowerCase() === typed);
    const begun = choices.filter(({ label }) => typed !== '' && label.toLowerCase().startsWith(typed));
    const [found = begun.length === 1 ? begun[0] : undefined] = whole === undefined ? [] : [whole];
    if (found !== undefined) return { ok: true, value: found.value };
    const why = begun.length > 1 ? 'matches several choices' : 'is none of the choices';
    return { ok: false, message: `${JSON.stringify(text)} ${why}` };
  };
}

/** Several choices, with commas between them. */
function severalOf(
  choices: Choices,
  takes: (count: number) => boolean,
  hint: string,
): (text: string) => ParsedAnswer {
  const read = oneOf(choices);
  return (text) => {
    const values: JsonValue[] = [];
    for (const word of text.split(',').filter((one) => one.trim() !== '')) {
      const parsed = read(word.trim());
      if (!parsed.ok) return parsed;
      if (!values.includes(parsed.value)) values.push(parsed.value);
    }
    if (takes(values.length)) return { ok: true, value: values };
    return { ok: false, message: `${values.length} chosen${hint}` };
  };
}

function textOf(field: JsonObject): (text: string) => ParsedAnswer {
  const [min, max] = [limitIn(field, 'minLength') ?? 0, limitIn(field, 'maxLength') ?? Infinity];
  const format = TEXT_FORMATS.get(getOwn(field, 'format'));
  return (typed) => {
    const text = format === undefined ? typed : typed.trim();
    const { length } = Array.from(text);
    if (length < min) return { ok: false, message: `must have at least ${min} characters` };
    if (length > max) return { ok: false, message: `must have at most ${max} characters` };
    if (format?.fits(text) === false) return { ok: false, message: format.message };
    return { ok: true, value: text };
  };
}

function numberOf(field: JsonObject): (text: string) => ParsedAnswer {
  const isWhole = getOwn(field, 'type') === 'integer';
  const [min, max] = [limitIn(field, 'minimum') ?? -Infinity, limitIn(field, 'maximum') ?? Infinity];
  return (text) => {
    const value = Number(text.trim());
    if (text.trim() === '' || !Number.isFinite(value) || (isWhole && !Number.isInteger(value)))
      return {
        ok: false,
        message: `${JSON.stringify(text)} is not a ${isWhole ? 'whole number' : 'number'}`,
      };
    if (value < min) return { ok: false, message: `${value} is less than ${min}` };
    if (value > max) return { ok: false, message: `${value} is more than ${max}` };
    return { ok: true, value };
  };
}

function limitIn(field: JsonObject, key: string): number | undefined {
  const limit = getOwn(field, key);
  return typeof limit === 'number' ? limit : undefined;
}

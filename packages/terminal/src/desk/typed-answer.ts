import type { InquiryAnswer, JsonValue } from '@sluice/core';
import type { Choice } from './option.ts';
import type { Question } from './question.ts';
import { answered, leftOut, type Progress } from './questionnaire.ts';

/** A choice that waits for a text. */
export type Note = Extract<Choice, { readonly kind: 'note' | 'text' }>;

export type TypedAnswer =
  | { readonly kind: 'answer'; readonly answer: InquiryAnswer; readonly said: string }
  /** One of several questions is answered. */
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'problem'; readonly message: string };

/** What a typed text comes to for the choice that waits for it. */
export function typedAnswer(note: Note, text: string, progress: Progress): TypedAnswer {
  if (note.kind === 'text') {
    if (text === '' && note.question.preset !== undefined)
      return { kind: 'progress', progress: leftOut(progress, note.question) };
    const parsed = note.question.parse?.(text);
    if (parsed?.ok !== true)
      return { kind: 'problem', message: parsed?.message ?? 'nothing can be typed here' };
    const value = withMarked(note.question, progress, parsed.value);
    return { kind: 'progress', progress: answered(progress, note.question, value) };
  }
  const problem = note.problem?.(text);
  if (problem !== undefined) return { kind: 'problem', message: problem };
  const said = text.trim() === '' ? note.said : `${note.said}: ${text.trim()}`;
  return { kind: 'answer', answer: note.answer(text), said };
}

/** What was typed, after the choices that were marked before. */
function withMarked(
  { isMultiple, choices, combine }: Question,
  { marked }: Progress,
  typed: JsonValue,
): JsonValue {
  if (!isMultiple || marked.length === 0) return typed;
  const chosen = marked.toSorted((a, b) => a - b).flatMap((index) => choices[index] ?? []);
  if (typeof typed === 'string') return combine([...chosen, { label: typed, detail: '', value: typed }]);
  const values = chosen.map(({ value }) => value);
  return Array.isArray(typed) ? [...new Set([...values, ...typed])] : typed;
}

import type { InquiryAnswer } from '@sluice/core';
import type { Choice } from './option.ts';
import { answered, type Progress } from './questionnaire.ts';

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
    const parsed = note.question.parse?.(text);
    if (parsed?.ok !== true)
      return { kind: 'problem', message: parsed?.message ?? 'nothing can be typed here' };
    return { kind: 'progress', progress: answered(progress, note.question, parsed.value) };
  }
  const problem = note.problem?.(text);
  if (problem !== undefined) return { kind: 'problem', message: problem };
  const said = text.trim() === '' ? note.said : `${note.said}: ${text.trim()}`;
  return { kind: 'answer', answer: note.answer(text), said };
}

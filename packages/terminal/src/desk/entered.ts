import type { Inquiry } from '@sluice/core';
import type { Choice, Option } from './option.ts';

/** Of a question that only a text can answer. */
export function textChoice(
  options: readonly Option[],
): Extract<Choice, { readonly kind: 'text' }> | undefined {
  for (const { choice } of options)
    if (choice.kind === 'text' && choice.question.choices.length === 0) return choice;
  return undefined;
}

/** A plain Enter may take the first option. */
export function isMarkable(inquiry: Inquiry): boolean {
  if (inquiry.kind === 'url') return inquiry.display.warnings.length === 0;
  if (inquiry.kind !== 'permission') return inquiry.kind !== 'trust';
  return inquiry.askedBy === 'default' && inquiry.risk !== 'high' && inquiry.display.warnings.length === 0;
}

import { sanitize } from '@sluice/core';
import { textChoice } from '../desk/entered.ts';
import type { Choice, Option } from '../desk/option.ts';
import { canBeMarked } from './spoken-inquiry.ts';

export type LineAction =
  | { readonly kind: 'choose'; readonly choice: Choice }
  /** Marks answers of a question that takes several. */
  | { readonly kind: 'mark'; readonly numbers: readonly string[] }
  /** It is the text that the question asks for. */
  | { readonly kind: 'text'; readonly choice: Extract<Choice, { readonly kind: 'text' }> }
  /** It was meant as an answer, and is none. */
  | { readonly kind: 'problem'; readonly message: string }
  /** It wasn't for the question. */
  | { readonly kind: 'other' };

const OTHER: LineAction = { kind: 'other' };

/**
 * What a line does with a question that hears lines, unless an answer waits for a text.
 * @param entered what Enter alone takes. Undefined: nothing
 */
export function lineAction(
  line: string,
  options: readonly Option[],
  entered: Option | undefined,
): LineAction {
  if (line.trim() === '') return entered === undefined ? OTHER : { kind: 'choose', choice: entered.choice };
  const word = /^(?:y|yes|n|no)$/i.exec(line.trim())?.[0]?.toLowerCase();
  const meant = options.find(({ letter }) => letter !== undefined && letter === word?.[0]);
  if (meant !== undefined) return { kind: 'choose', choice: meant.choice };
  const numbers = line.trim().split(/[\s,]+/);
  const typed = textChoice(options);
  // A command is no text.
  const asText: LineAction =
    typed === undefined || /^[/!]/.test(line) ? OTHER : { kind: 'text', choice: typed };
  if (!numbers.every((number) => /^\d+$/.test(number))) return asText;
  const chosen = numbers.map((number) => options.find(({ digit }) => digit === number));
  const missing = numbers.find((_, at) => chosen[at] === undefined);
  const [option] = chosen;
  if (missing !== undefined && asText.kind === 'text') return asText;
  if (missing !== undefined || option === undefined)
    return { kind: 'problem', message: `There is no choice ${sanitize(missing ?? '')}.` };
  if (chosen.every((one) => one !== undefined && canBeMarked(one))) return { kind: 'mark', numbers };
  if (numbers.length === 1) return { kind: 'choose', choice: option.choice };
  const what = options.some(canBeMarked)
    ? 'Only answers that can be marked go together'
    : 'This takes one number';
  return { kind: 'problem', message: `${what}: nothing was chosen.` };
}

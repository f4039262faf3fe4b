import type { ResultStore } from '../ports/store.ts';
import { persist } from './bound-call.ts';
import { textLength, withText, type HeldContent } from './content.ts';
import { PREVIEW_BYTES } from './preview.ts';

/** Over all results of one message (DESIGN.md 6), UTF-16 units. */
export const DEFAULT_MESSAGE_BUDGET = 200_000;

export interface BudgetedResult {
  readonly content: HeldContent;
  /** Already a preview or a placeholder: nothing to gain. */
  readonly isReplaced: boolean;
  readonly preview: 'head' | 'head-and-tail';
  /** For a tool that bounds itself: a smaller page of its output. */
  readonly shorten: ((maxChars: number) => string) | undefined;
}

/** What replaces a result in the message; `storedAt` where the whole went to the store. */
export interface BudgetReplacement {
  readonly content: HeldContent;
  readonly storedAt: string | undefined;
  readonly problem: string | undefined;
}

/** Replaces the largest results, one after the other, until the message fits. Ties go to the earlier call. */
export async function fitMessage(
  results: readonly BudgetedResult[],
  budget: number,
  store: ResultStore,
): Promise<ReadonlyMap<number, BudgetReplacement>> {
  const lengths = results.map(({ content }) => textLength(content));
  const replacements = new Map<number, BudgetReplacement>();
  let total = lengths.reduce((sum, length) => sum + length, 0);
  while (total > budget) {
    const index = largest(results, lengths, replacements);
    const result = index === undefined ? undefined : results[index];
    if (index === undefined || result === undefined) break;
    const length = lengths[index] ?? 0;
    const replacement = await replace(result, Math.max(PREVIEW_BYTES, budget - (total - length)), store);
    replacements.set(index, replacement);
    lengths[index] = textLength(replacement.content);
    total += lengths[index] - length;
  }
  return replacements;
}

async function replace(
  result: BudgetedResult,
  maxChars: number,
  store: ResultStore,
): Promise<BudgetReplacement> {
  if (result.shorten === undefined) return persist(result.content, result.preview, store);
  const page = result.shorten(maxChars);
  return { content: withText(result.content, page.toWellFormed()), storedAt: undefined, problem: undefined };
}

function largest(
  results: readonly BudgetedResult[],
  lengths: readonly number[],
  done: ReadonlyMap<number, unknown>,
): number | undefined {
  let best: number | undefined;
  for (const [index, result] of results.entries()) {
    const length = lengths[index] ?? 0;
    if (result.isReplaced || done.has(index) || length <= PREVIEW_BYTES * 2) continue;
    if (best === undefined || length > (lengths[best] ?? 0)) best = index;
  }
  return best;
}

import type { ResultStore } from '../ports/store.ts';
import { persist } from './bound-call.ts';
import { textLength, textOf, withText, type HeldContent } from './content.ts';
import { headOf } from './text.ts';
import type { ReadRange } from './read-ledger.ts';
import type { ShortenedPage } from './shortened-page.ts';
import { PREVIEW_BYTES } from './result-limits.ts';

/** A result must be longer than this for a preview to be much shorter. */
const WORTH_CHARS = PREVIEW_BYTES + 500;

export interface BudgetedResult {
  readonly content: HeldContent;
  /** Already a preview or a placeholder: nothing to gain. */
  readonly isReplaced: boolean;
  readonly preview: 'head' | 'head-and-tail';
  /** For a tool that limits its own output: a smaller page. */
  readonly shorten: ((maxChars: number) => string | ShortenedPage) | undefined;
}

/** What replaces a result in the message; `storedAt` if the full text was stored. */
export interface BudgetReplacement {
  readonly content: HeldContent;
  readonly storedAt: string | undefined;
  readonly problem: string | undefined;
  /** What the model still sees of a read, if the tool can tell. */
  readonly shown?: ReadRange;
}

/**
 * Replaces the largest results, one after another, until the message fits; of equal ones the earlier call's first. If even previews are
 * too much together, they are cut to equal shares: the full texts are in the store.
 */
export async function fitMessage(
  results: readonly BudgetedResult[],
  budget: number,
  store: ResultStore,
): Promise<ReadonlyMap<number, BudgetReplacement>> {
  const lengths = results.map(({ content }) => textLength(content));
  const replacements = new Map<number, BudgetReplacement>();
  let total = sum(lengths);
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
  if (total > budget) cutPreviews(results, lengths, replacements, budget);
  return replacements;
}

/** The first line of a preview says where the full text is; a share is never too small for it. */
const MIN_SHARE = 300;

function cutPreviews(
  results: readonly BudgetedResult[],
  lengths: readonly number[],
  replacements: Map<number, BudgetReplacement>,
  budget: number,
): void {
  const previews = results.flatMap((result, index) => {
    const replacement = replacements.get(index);
    return result.isReplaced || replacement !== undefined ? [index] : [];
  });
  const others = sum(lengths) - sum(previews.map((index) => lengths[index] ?? 0));
  const share = Math.max(MIN_SHARE, Math.floor((budget - others) / Math.max(1, previews.length)));
  for (const index of previews) {
    const before = replacements.get(index);
    const content = before?.content ?? results[index]?.content;
    if (content === undefined || (lengths[index] ?? 0) <= share) continue;
    const text = headOf(textOf(content), share);
    replacements.set(index, {
      content: withText(content, text),
      storedAt: before?.storedAt,
      problem: before?.problem,
    });
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

async function replace(
  result: BudgetedResult,
  maxChars: number,
  store: ResultStore,
): Promise<BudgetReplacement> {
  if (result.shorten === undefined) return persist(result.content, result.preview, store);
  const page = tryShorten(result.shorten, maxChars);
  if (page === undefined || page.text.length > maxChars)
    return persist(result.content, result.preview, store);
  return {
    content: withText(result.content, page.text.toWellFormed()),
    storedAt: undefined,
    problem: undefined,
    shown: page.range,
  };
}

function tryShorten(
  shorten: (maxChars: number) => string | ShortenedPage,
  maxChars: number,
): { readonly text: string; readonly range?: ReadRange } | undefined {
  try {
    const page = shorten(maxChars);
    return typeof page === 'string' ? { text: page } : page;
  } catch {
    return undefined;
  }
}

function largest(
  results: readonly BudgetedResult[],
  lengths: readonly number[],
  done: ReadonlyMap<number, unknown>,
): number | undefined {
  let best: number | undefined;
  for (const [index, result] of results.entries()) {
    const length = lengths[index] ?? 0;
    if (result.isReplaced || done.has(index) || length <= WORTH_CHARS) continue;
    if (best === undefined || length > (lengths[best] ?? 0)) best = index;
  }
  return best;
}

import type { ModelContent } from '../data/content.ts';
import type { ResultStore } from '../ports/store.ts';
import { isBlank, textLength, textOf, wellFormed, withText, type HeldContent } from './content.ts';
import { renderPreview } from './preview.ts';

/** A call's result after its own limit. */
export interface BoundedContent {
  readonly content: HeldContent;
  /** Path of the full text, if it is on disk. */
  readonly storedAt: string | undefined;
  /** The text is a preview or a placeholder, not the result itself. */
  readonly isReplaced: boolean;
  /** The store failed: for the user. */
  readonly problem: string | undefined;
}

/** The limit of one call: beyond `limit` UTF-16 units the full text is stored and replaced by a preview. */
export function boundCall(
  given: ModelContent,
  options: {
    readonly toolName: string;
    readonly limit: number;
    readonly preview: 'head' | 'head-and-tail';
    readonly store: ResultStore;
  },
): BoundedContent | Promise<BoundedContent> {
  if (typeof given === 'object' && 'type' in given) {
    const { path, bytes, head, tail, prefix, problem } = given;
    const place = { path, isCut: problem !== undefined };
    const text = renderPreview({ head, tail, size: { bytes }, place, prefix }, options.preview);
    return { content: text.toWellFormed(), storedAt: path, isReplaced: true, problem };
  }
  const content = wellFormed(given);
  if (isBlank(content)) {
    return {
      content: placeholder(options.toolName),
      storedAt: undefined,
      isReplaced: true,
      problem: undefined,
    };
  }
  const chars = textLength(content);
  if (chars <= options.limit) return { content, storedAt: undefined, isReplaced: false, problem: undefined };
  return persist(content, options.preview, options.store);
}

/** Stores content's text and replaces it with its preview; images stay. */
export async function persist(
  content: HeldContent,
  preview: 'head' | 'head-and-tail',
  store: ResultStore,
): Promise<BoundedContent> {
  const text = textOf(content);
  const written = await store.put(text);
  const place = written.ok ? { path: written.file.path } : { problem: written.message };
  const size = { chars: text.length };
  const shown = renderPreview({ head: text, tail: text, size, place, prefix: undefined }, preview);
  return {
    content: withText(content, shown.toWellFormed()),
    storedAt: written.ok ? written.file.path : undefined,
    isReplaced: true,
    problem: written.ok ? undefined : written.message,
  };
}

/** Replaces empty output, so that no model API rejects it and no model waits for more. */
export function placeholder(toolName: string): string {
  return `(${toolName} finished with no output)`;
}

import type { ResultStore } from '../ports/store.ts';
import { textLength, textOf, type HeldContent } from './content.ts';
import { headOf } from './text.ts';

/** Share of the model's window that results may hold (DESIGN.md 6). */
export const SESSION_SHARE = 0.4;
/** A reference is worth it only for results that are longer. */
const WORTH_CHARS = 500;

export interface SessionResult {
  readonly messageId: string;
  readonly callId: string;
  /** As it stands in the next request. */
  readonly content: HeldContent;
  readonly isReplaced: boolean;
}

export interface SessionReference {
  readonly messageId: string;
  readonly callId: string;
  readonly content: string;
}

/** Whether a result may become a reference, where it is none yet. */
export function isWorthReference(content: HeldContent): boolean {
  return textLength(content) >= WORTH_CHARS;
}

/**
 * The bound of a session, for the agent to call at a turn boundary: when results hold more than `limitChars`, the
 * oldest become references until half of that is left, many at once so that the prompt cache breaks once.
 * @param limitChars UTF-16 units; about 40 % of the model's window, four to a token
 */
export async function boundSession(
  results: readonly SessionResult[],
  limitChars: number,
  store: ResultStore,
): Promise<readonly SessionReference[]> {
  let total = results.reduce((sum, { content }) => sum + textLength(content), 0);
  if (total <= limitChars) return [];
  const references: SessionReference[] = [];
  for (const { messageId, callId, content, isReplaced } of results) {
    if (total <= limitChars / 2) break;
    if (isReplaced || !isWorthReference(content)) continue;
    const length = textLength(content);
    const text = textOf(content);
    const written = await store.put(text);
    if (!written.ok) break;
    const reference = referenceText(text, written.file.path);
    total -= length - reference.length;
    references.push({ messageId, callId, content: reference });
  }
  return references;
}

function referenceText(text: string, path: string): string {
  const firstLine = headOf(text.split('\n', 1)[0] ?? '', 200).trimEnd();
  return `[An earlier result of ${text.length} characters, now in ${path}; read it there if you need it again. It began: ${firstLine}]`.toWellFormed();
}

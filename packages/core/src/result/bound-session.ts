import type { ResultStore } from '../ports/store.ts';
import { textLength, textOf, type HeldContent } from './content.ts';
import { headOf } from './text.ts';

/** Only longer results are worth replacing with a reference. */
const WORTH_CHARS = 500;

export interface SessionResult {
  readonly messageId: string;
  readonly callId: string;
  /** As it is in the next request. */
  readonly content: HeldContent;
  readonly isReplaced: boolean;
}

export interface SessionReference {
  readonly messageId: string;
  readonly callId: string;
  readonly content: string;
}

/** Whether a result may become a reference, if it isn't one yet. */
export function isWorthReference(content: HeldContent): boolean {
  return textLength(content) >= WORTH_CHARS;
}

/**
 * The session's limit, for the agent to apply between turns: if results take up more than `limitChars`, the oldest become references
 * until half of that is left, many at once so that the prompt cache breaks once.
 *
 * @param limitChars UTF-16 units; about 40 % of the model's window, four per token
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

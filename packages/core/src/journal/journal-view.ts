import type { HeldContent } from '../result/content.ts';
import type { JournalText, JournalView } from './entry.ts';
import type { JournalWriter } from './writer.ts';

/** UTF-16 units of a view's JSON text that stand in the line; what is above goes to the store. */
const INLINE_CHARS = 1000;
/** Of what is kept at all: as much as hooks are shown of a long output. */
const KEPT_CHARS = 30_000;

/** What the model is shown of a call, and the JSON text of that. */
export interface ShownToModel {
  readonly content: HeldContent;
  readonly text: string;
}

/**
 * A view as a line of the journal holds it: what stands elsewhere is referred to, and what is long is made of the call's input, its
 * files or its captured output, which are kept already. Undefined: there was none.
 * @param client the JSON text of the client's view, where this is another one
 */
export function journalView(
  view: unknown,
  model: ShownToModel,
  journal: Pick<JournalWriter, 'text'>,
  client?: string,
): JournalView | undefined | Promise<JournalText> {
  if (view === undefined) return undefined;
  const text = viewText(view);
  if (text === undefined) return 'no-json';
  if (text === 'long') return isSame(view, model.content) ? 'model' : 'long';
  if (text === model.text) return 'model';
  if (text === model.content) return 'model-as-json';
  return text === client ? 'client' : journal.text(text, INLINE_CHARS);
}

function isSame(view: unknown, content: HeldContent): boolean {
  return typeof view === 'string' && view === content;
}

/** The JSON text of a view; `long`, which is no JSON: it is not worth keeping. Undefined: it has none. */
export function viewText(view: unknown): string | undefined {
  try {
    if (isLong(view)) return 'long';
    const text: string | undefined = JSON.stringify(view);
    return text === undefined || text.length <= KEPT_CHARS ? text : 'long';
  } catch {
    return undefined;
  }
}

/** Whether a value holds more than is kept; looks no further then, so that a long view costs nothing. */
function isLong(view: unknown): boolean {
  let left = KEPT_CHARS;
  const open = [view];
  while (open.length > 0 && left >= 0) {
    const value = open.pop();
    left -= typeof value === 'string' ? value.length : 1;
    if (typeof value !== 'object' || value === null) continue;
    const parts: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
    if (parts.length > left) return true;
    open.push(...parts);
  }
  return left < 0;
}

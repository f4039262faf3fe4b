import type { HeldContent } from '../result/content.ts';
import type { JournalView } from '../ports/journal-entry.ts';

/** Maximum UTF-16 units of a view's JSON text in the line. */
const MAX_CHARS = 1500;

/** What the model is shown of a call, and its JSON text. */
interface ShownToModel {
  readonly content: HeldContent;
  readonly text: string;
}

/**
 * A view as stored in a journal line: content stored elsewhere is referenced. Long content is another form of what the model was shown,
 * of the input, of a file before it was written or of captured output, all of which are stored: storing it again would double a session's
 * size, and delay each call. Undefined: there was none.
 *
 * @param client the client's view from `viewText`, if it differs
 */
export function journalView(view: unknown, model: ShownToModel, client?: ViewText): JournalView | undefined {
  if (view === undefined) return undefined;
  if (view === model.content) return 'model';
  const shown = viewText(view);
  if (typeof shown === 'string') return shown;
  if (shown.text === model.text) return 'model';
  if (shown.text === model.content) return 'model-as-json';
  return typeof client === 'object' && shown.text === client.text ? 'client' : shown;
}

type ViewText = { readonly text: string } | 'long' | 'no-json';

/** The JSON text of a view. */
export function viewText(view: unknown): ViewText {
  try {
    if (isLong(view)) return 'long';
    const text: string | undefined = JSON.stringify(view);
    if (text === undefined) return 'no-json';
    return text.length <= MAX_CHARS ? { text } : 'long';
  } catch {
    return 'no-json';
  }
}

/** Whether a value is too large for a line; stops as soon as that is known, so that a long view costs nothing. */
function isLong(view: unknown): boolean {
  let left = MAX_CHARS;
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

import type { JournalText, JournalView } from '../journal/entry.ts';
import { journalView, viewText } from '../journal/journal-view.ts';
import { contentText, type JournalWriter } from '../journal/writer.ts';
import type { HeldContent } from '../result/content.ts';

/** The result as the model and the program are shown it. */
export interface Shown {
  readonly content: HeldContent;
  readonly clientView: unknown;
}

/** What a call has come to, as its line holds it. */
export interface JournaledResult {
  readonly content: JournalText;
  readonly clientView?: JournalView;
  readonly hookView?: JournalView;
}

/**
 * The views of a result for its line; all that is long goes to the store side by side.
 * @param output what hooks have seen of it; undefined: nothing that may be kept
 */
export function journalResult(
  journal: JournalWriter,
  { content, clientView }: Shown,
  output: unknown,
): JournaledResult | Promise<JournaledResult> {
  const model = { content, text: contentText(content) };
  const kept = journal.text(model.text);
  const client = journalView(clientView, model, journal);
  const hook = output === undefined ? undefined : journalView(output, model, journal, viewText(clientView));
  const isReady = !(kept instanceof Promise) && !(client instanceof Promise) && !(hook instanceof Promise);
  if (isReady) return withViews(kept, client, hook);
  return Promise.all([kept, client, hook]).then((ready) => withViews(...ready));
}

function withViews(
  content: JournalText,
  client: JournalView | undefined,
  hook: JournalView | undefined,
): JournaledResult {
  return {
    content,
    ...(client !== undefined && { clientView: client }),
    ...(hook !== undefined && { hookView: hook }),
  };
}

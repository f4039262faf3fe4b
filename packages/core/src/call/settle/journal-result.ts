import type { JournalText, JournalView } from '../../ports/journal-entry.ts';
import { journalView, viewText } from '../../journal/journal-view.ts';
import { contentText, type JournalWriter } from '../../journal/writer.ts';
import type { HeldContent } from '../../result/content.ts';
import type { SpokenText } from '../../result/marked-text.ts';

/** The result as shown to the model and the program. */
export interface Shown {
  readonly content: HeldContent;
  readonly clientView: unknown;
}

/** A call's result as recorded in its journal line. */
export interface JournaledResult {
  readonly content: JournalText;
  readonly clientView?: JournalView;
  readonly hookView?: JournalView;
  readonly newMessages?: JournalText;
}

/**
 * A result for its journal line.
 *
 * @param output as hooks saw it; undefined if nothing may be stored
 */
export function journalResult(
  journal: JournalWriter,
  { content, clientView }: Shown,
  output: unknown,
  newMessages: readonly SpokenText[],
): JournaledResult | Promise<JournaledResult> {
  const model = { content, text: contentText(content) };
  const client = journalView(clientView, model);
  const hook = output === undefined ? undefined : journalView(output, model, viewText(clientView));
  const views = {
    clientView: client,
    hookView: hook,
  };
  const kept = journal.text(model.text);
  if (newMessages.length > 0) {
    return Promise.all([kept, journal.text(JSON.stringify(newMessages))]).then(([ready, messages]) => {
      return { content: ready, newMessages: messages, ...views };
    });
  }
  return kept instanceof Promise
    ? kept.then((ready) => ({ content: ready, ...views }))
    : { content: kept, ...views };
}

import { feedProblem } from '@sluice/agent';
import type { FeedItem, FeedProblemCode } from '@sluice/core';

type Problem = Extract<FeedItem, { readonly type: 'problem' }>;

/** Problems that are kept until it is known what kind of input this is. */
const MAX_HELD = 100;

/** What says that a line is of another kind of file. */
const FOREIGN: ReadonlySet<FeedProblemCode> = new Set(['not-json', 'not-a-message', 'unknown-event']);
/** A last line that was cut off says nothing of the file's kind. */
const mayBeForeign = (item: FeedItem): item is Problem =>
  item.type === 'problem' && (FOREIGN.has(item.code) || item.code === 'stream-cut');

/**
 * Of an input that is no list of calls at all, a text say, tells the first problem and no other: as long as nothing else
 * has come, problems wait. `onForeign` hears at the end how many there were of them.
 */
export async function* reportOneProblem(
  items: AsyncIterable<FeedItem>,
  onForeign: (problems: number) => void,
): AsyncGenerator<FeedItem, void, undefined> {
  const held: Problem[] = [];
  let [foreign, unheld] = [0, 0];
  let [hasReported, isKnown] = [false, false];
  for await (const item of items) {
    if (isKnown || !mayBeForeign(item)) {
      isKnown = true;
      yield* held.splice(0);
      if (unheld > 0) yield feedProblem('not-a-message', `${unheld} more lines were skipped.`);
      unheld = 0;
      yield item;
      continue;
    }
    if (FOREIGN.has(item.code)) foreign += 1;
    if (!hasReported) yield item;
    else if (held.length < MAX_HELD) held.push(item);
    else unheld += 1;
    hasReported = true;
  }
  if (!isKnown && foreign > 0) onForeign(foreign);
}

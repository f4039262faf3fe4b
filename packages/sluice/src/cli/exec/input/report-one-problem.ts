import { feedProblem } from '@sluice/agent';
import type { FeedItem, FeedProblemCode } from '@sluice/core';

type Problem = Extract<FeedItem, { readonly type: 'problem' }>;

/** Maximum number of problems held until the kind of input is known. */
const MAX_HELD = 100;

/** Problem codes that suggest another kind of file. */
const FOREIGN: ReadonlySet<FeedProblemCode> = new Set(['not-json', 'not-a-message', 'unknown-event']);
/** A truncated last line says nothing about the kind of file. */
const mayBeForeign = (item: FeedItem): item is Problem =>
  item.type === 'problem' && (FOREIGN.has(item.code) || item.code === 'stream-cut');

/**
 * For an input that contains no calls at all (a text file, say), reports only the first problem: until something else
 * has been read, problems are held. At the end, `onForeign` receives their number.
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

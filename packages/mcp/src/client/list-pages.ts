import { getOwn, type JsonObject } from '@sluice/core';
import { ttlIn } from './kept-server.ts';
import type { PeerAnswer, RequestOptions } from './peer.ts';

const MAX_PAGES = 64;
const MAX_ITEMS = 10_000;

export interface ListedItems {
  /** The items received, however the list ended. Not validated yet. */
  readonly items: readonly unknown[];
  /** Why the list is incomplete, as a sentence. */
  readonly problem: string | undefined;
  /** Not even the first page was received. */
  readonly isFailed: boolean;
  /** `ttlMs` of its first page, in milliseconds. */
  readonly ttlMs?: number | undefined;
}

/** All pages of a list (`tools/list` and the like). A cursor that comes again ends it, and so do 64 pages or 10,000 items.
 * @param always parameters of each request
 */
export async function listPages<Options extends RequestOptions>(
  connection: { request: (method: string, params: JsonObject, options: Options) => Promise<PeerAnswer> },
  method: string,
  key: string,
  options: Options,
  always: JsonObject = {},
): Promise<ListedItems> {
  const items: unknown[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  let ttlMs: number | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const params: JsonObject = cursor === undefined ? always : { ...always, cursor };
    const answer = await connection.request(method, params, options);
    if (answer.status !== 'result')
      return { items, problem: `${method} failed: ${answerText(answer)}`, isFailed: page === 0 };
    if (page === 0) ttlMs = ttlIn(answer.result);
    const found = getOwn(answer.result, key);
    if (!Array.isArray(found))
      return { items, problem: `The answer to ${method} has no list "${key}".`, isFailed: page === 0 };
    for (const item of found) {
      if (items.length >= MAX_ITEMS)
        return { items, problem: `Only the first ${MAX_ITEMS} of "${key}" are used.`, isFailed: false };
      items.push(item);
    }
    const next = getOwn(answer.result, 'nextCursor');
    if (typeof next !== 'string') return { items, problem: undefined, isFailed: false, ttlMs };
    if (seen.has(next))
      return {
        items,
        problem: `${method} gave the same cursor twice: the list ends there.`,
        isFailed: false,
      };
    seen.add(next);
    cursor = next;
  }
  return { items, problem: `Only the first ${MAX_PAGES} pages of ${method} are used.`, isFailed: false };
}

/** Why a request has no result, as a clause or sentence. */
export function answerText(answer: Exclude<PeerAnswer, { status: 'result' }>): string {
  switch (answer.status) {
    case 'error':
      return answer.message;
    case 'timed-out': {
      const seconds = answer.afterMs / 1_000;
      return answer.isIdle ? `no word for ${seconds} s` : `no answer within ${seconds} s`;
    }
    case 'aborted':
      return 'it was canceled';
    case 'lost':
    case 'closed':
      return answer.reason;
    default:
      return answer satisfies never;
  }
}

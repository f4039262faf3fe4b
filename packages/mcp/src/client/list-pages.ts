import { getOwn, type JsonObject } from '@sluice/core';
import { isNestedDeeper, MAX_RESULT_NESTING } from '../nesting.ts';
import { ttlIn } from './connect/kept-server.ts';
import type { PeerAnswer, RequestOptions } from './peer.ts';

const MAX_PAGES = 64;
const MAX_ITEMS = 10_000;
/** UTF-16 units of JSON of all items. */
const MAX_CHARS = 32 * 1024 * 1024;
const DEEP_CHARS = 1024 * 1024;

export interface ListedItems {
  /** The items received, however the list ended. Not validated yet. */
  readonly items: readonly unknown[];
  /** Why the list is incomplete, as a sentence. */
  readonly problem: string | undefined;
  /** Not even the first page was received. */
  readonly isFailed: boolean;
  /** A page failed, so the server's list has more than what was received. A limit of ours doesn't count. */
  readonly isBroken: boolean;
  /** It is incomplete because the time was over. */
  readonly isTimedOut?: boolean | undefined;
  /** `ttlMs` of its first page, in milliseconds. */
  readonly ttlMs?: number | undefined;
}

/**
 * All pages of a list (`tools/list` and the like). A cursor that comes again ends it, and so do 64 pages, 10,000 items, or 32 Mi
 * characters of them.
 * @param options `timeoutMs` is for all pages together
 * @param always parameters of each request
 */
export async function listPages<Options extends RequestOptions>(
  connection: { request: (method: string, params: JsonObject, options: Options) => Promise<PeerAnswer> },
  method: string,
  key: string,
  options: Options,
  always: JsonObject = {},
  now: () => number = () => performance.now(),
): Promise<ListedItems> {
  const startedAt = now();
  const items: unknown[] = [];
  let chars = 0;
  const seen = new Set<string>();
  let cursor: string | undefined;
  let ttlMs: number | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const params: JsonObject = cursor === undefined ? always : { ...always, cursor };
    const answer = await connection.request(method, params, {
      ...options,
      timeoutMs: leftOf(options.timeoutMs, now() - startedAt),
    });
    if (answer.status !== 'result')
      return {
        items,
        problem: failureText(method, answer, options.timeoutMs),
        isFailed: page === 0,
        isBroken: true,
        isTimedOut: answer.status === 'timed-out',
      };
    if (page === 0) ttlMs = ttlIn(answer.result);
    const found = getOwn(answer.result, key);
    if (!Array.isArray(found))
      return {
        items,
        problem: `The answer to ${method} has no list "${key}".`,
        isFailed: page === 0,
        isBroken: true,
      };
    for (const item of found) {
      if (items.length >= MAX_ITEMS) return cutAt(items, `Only the first ${MAX_ITEMS} of "${key}" are used.`);
      chars += lengthOf(item);
      if (chars > MAX_CHARS) return cutAt(items, `Only the first 32 MiB of "${key}" are used.`);
      items.push(item);
    }
    const next = getOwn(answer.result, 'nextCursor');
    if (typeof next !== 'string')
      return { items, problem: undefined, isFailed: false, isBroken: false, ttlMs };
    if (seen.has(next)) return cutAt(items, `${method} returned the same cursor twice: the list ends there.`);
    seen.add(next);
    cursor = next;
  }
  return cutAt(items, `Only the first ${MAX_PAGES} pages of ${method} are used.`);
}

function cutAt(items: readonly unknown[], problem: string): ListedItems {
  return { items, problem, isFailed: false, isBroken: false };
}

function failureText(
  method: string,
  answer: Exclude<PeerAnswer, { status: 'result' }>,
  timeoutMs: number | undefined,
): string {
  if (answer.status === 'timed-out' && timeoutMs !== undefined)
    return `${method} took longer than ${timeoutMs / 1_000} s.`;
  return `${method} failed: ${answerText(answer)}`;
}

/** One that is nested too deeply to be written is not used, and is treated as a long one. */
function lengthOf(item: unknown): number {
  return isNestedDeeper(item, MAX_RESULT_NESTING) ? DEEP_CHARS : JSON.stringify(item).length;
}

function leftOf(timeoutMs: number | undefined, spentMs: number): number | undefined {
  return timeoutMs === undefined ? undefined : Math.max(1, timeoutMs - spentMs);
}

/** Why a request has no result, as a clause or sentence. */
export function answerText(answer: Exclude<PeerAnswer, { status: 'result' }>): string {
  switch (answer.status) {
    case 'error':
      return answer.message;
    case 'timed-out': {
      const seconds = answer.afterMs / 1_000;
      return answer.isIdle ? `no progress for ${seconds} s` : `no answer within ${seconds} s`;
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

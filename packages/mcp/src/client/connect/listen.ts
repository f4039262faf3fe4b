import { setTimeout as delay } from 'node:timers/promises';
import { present } from '@sluice/base';
import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import type { Peer } from '../peer.ts';

export interface ListenOptions {
  readonly peer: Pick<Peer, 'request'>;
  readonly meta: JsonObject;
  /**
   * The server's: changes are listened for of each kind of list that it has, whether or not it declares `listChanged`. Servers that don't
   * declare it send changes all the same, and in this era they may only on a stream that asks for them.
   */
  readonly capabilities: JsonObject;
  readonly signal: AbortSignal;
  /** Milliseconds. Default: the system's clock. */
  readonly now?: () => number;
  /** Waits; may reject once the signal is aborted. Default: by the clock. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
}

/** A stream that ends sooner than this has ended early. */
const EARLY_MS = 10_000;
const MAX_EARLY = 3;
const MAX_PER_HOUR = 5;
const HOUR_MS = 60 * 60_000;
const PAUSE_MS = 1_000;
/** HTTP statuses by which a server says that it has the stream, but not now. */
const BUSY: ReadonlySet<number | undefined> = new Set([408, 429]);

/**
 * Keeps a stream open on which a stateless server announces changed lists. A stream that ends is reopened: three times
 * if it ends early, otherwise five times an hour, for as long as the connection lasts. A server that is busy is asked again as often. Never rejects.
 */
export async function listen({
  peer,
  meta,
  capabilities,
  signal,
  now = () => performance.now(),
  pause = (ms, aborted) => delay(ms, undefined, { signal: aborted, ref: false }),
}: ListenOptions): Promise<void> {
  const notifications = {
    ...present({
      toolsListChanged: isJsonObject(getOwn(capabilities, 'tools')) ? true : undefined,
      promptsListChanged: isJsonObject(getOwn(capabilities, 'prompts')) ? true : undefined,
    }),
  };
  if (Object.keys(notifications).length === 0) return;
  let early = 0;
  let opened: readonly number[] = [];
  while (!signal.aborted) {
    const openedAt = now();
    opened = [...opened.filter((at) => openedAt - at < HOUR_MS), openedAt];
    const params = { _meta: meta, notifications };
    const answer = await peer.request('subscriptions/listen', params, { signal });
    if (answer.status === 'error' || answer.status === 'closed' || answer.status === 'aborted') return;
    const isBusy = answer.status === 'lost' && BUSY.has(answer.httpStatus);
    // It knows no such stream.
    if (answer.status === 'lost' && !isBusy && answer.httpStatus !== undefined && answer.httpStatus < 500)
      return;
    early = now() - openedAt < EARLY_MS ? early + 1 : 0;
    if (early > MAX_EARLY && !isBusy) return;
    const [oldest = openedAt] = opened;
    const isOften = opened.length > MAX_PER_HOUR;
    const hourMs = isOften ? HOUR_MS - (now() - oldest) : 0;
    await pause(Math.max(PAUSE_MS * 2 ** Math.min(early, MAX_EARLY), hourMs), signal).catch(() => {});
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import type { Peer } from './peer.ts';

export interface ListenOptions {
  readonly peer: Peer;
  readonly meta: JsonObject;
  /** The server's: only announced changes are listened for. */
  readonly capabilities: JsonObject;
  readonly signal: AbortSignal;
}

/** A stream that ends sooner than this has ended early. */
const EARLY_MS = 10_000;
const MAX_EARLY = 3;
const MAX_PER_HOUR = 5;
const HOUR_MS = 60 * 60_000;
const PAUSE_MS = 1_000;

/**
 * Keeps a stream open on which a stateless server announces changed lists. A stream that ends is reopened: three times
 * if it ends early, otherwise five times an hour. Never rejects.
 */
export async function listen({ peer, meta, capabilities, signal }: ListenOptions): Promise<void> {
  const notifications = {
    ...(announces(capabilities, 'tools') && { toolsListChanged: true }),
    ...(announces(capabilities, 'prompts') && { promptsListChanged: true }),
  };
  if (Object.keys(notifications).length === 0) return;
  let early = 0;
  let opened: readonly number[] = [];
  while (!signal.aborted) {
    const now = performance.now();
    opened = [...opened.filter((at) => now - at < HOUR_MS), now];
    const params = { _meta: meta, notifications };
    const answer = await peer.request('subscriptions/listen', params, { signal });
    if (answer.status === 'error' || answer.status === 'closed' || answer.status === 'aborted') return;
    // It knows no such stream.
    if (answer.status === 'lost' && answer.httpStatus !== undefined && answer.httpStatus < 500) return;
    early = performance.now() - now < EARLY_MS ? early + 1 : 0;
    if (early > MAX_EARLY || (early === 0 && opened.length > MAX_PER_HOUR)) return;
    await delay(PAUSE_MS * 2 ** early, undefined, { signal, ref: false }).catch(() => {});
  }
}

function announces(capabilities: JsonObject, kind: string): boolean {
  const capability = getOwn(capabilities, kind);
  return isJsonObject(capability) && getOwn(capability, 'listChanged') === true;
}

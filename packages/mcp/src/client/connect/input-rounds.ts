import { setTimeout as delay } from 'node:timers/promises';
import { errorText, present } from '@sluice/base';
import { getOwn, isJsonObject, type JsonObject } from '@sluice/core';
import type { Peer, PeerAnswer, RequestHandler, RequestOptions } from '../peer.ts';

const MAX_ROUNDS = 10;
/** Milliseconds before retrying a server that only postponed a request. */
const PAUSE_MS = 250;

/**
 * Sends a request of the stateless era. While the result asks for more (`input_required`), answers it and sends the request
 * again, with the server's state exactly as it came. Never rejects.
 */
export async function followInputRounds(
  peer: Peer,
  method: string,
  params: JsonObject,
  options: RequestOptions,
  onRequest: RequestHandler,
): Promise<PeerAnswer> {
  const { timeoutMs } = options;
  const signal = options.signal ?? new AbortController().signal;
  let current = params;
  let spentMs = 0;
  for (let round = 0; ; round += 1) {
    const startedAt = performance.now();
    const leftMs = timeoutMs === undefined ? undefined : Math.max(1, timeoutMs - spentMs);
    const answer = await peer.request(method, current, { ...options, timeoutMs: leftMs });
    spentMs += performance.now() - startedAt;
    if (answer.status !== 'result' || getOwn(answer.result, 'resultType') !== 'input_required') return answer;
    if (round === MAX_ROUNDS) {
      return { status: 'lost', reason: `The server asked for more input over ${MAX_ROUNDS} times.` };
    }
    const asked = getOwn(answer.result, 'inputRequests');
    const state = getOwn(answer.result, 'requestState');
    const requests = isJsonObject(asked) ? Object.entries(asked) : [];
    if (requests.length === 0 && typeof state !== 'string') {
      return { status: 'lost', reason: 'The server asked for more input but sent no question.' };
    }
    // Time that the user takes doesn't count against the server.
    const answered = await answerAll(requests, onRequest, signal);
    if (signal.aborted) return { status: 'aborted' };
    if (typeof answered === 'string') return { status: 'lost', reason: answered };
    if (requests.length === 0) {
      await delay(PAUSE_MS);
      if (signal.aborted) return { status: 'aborted' };
    }
    current = {
      ...params,
      ...present({
        inputResponses: requests.length > 0 ? answered : undefined,
        requestState: typeof state === 'string' ? state : undefined,
      }),
    };
  }
}

/** The responses by their keys, or why one of the questions has none. */
async function answerAll(
  requests: readonly (readonly [string, unknown])[],
  onRequest: RequestHandler,
  signal: AbortSignal,
): Promise<JsonObject | string> {
  try {
    const pairs = await Promise.all(
      requests.map(async ([key, request]) => {
        const method = isJsonObject(request) ? getOwn(request, 'method') : undefined;
        const given = isJsonObject(request) ? getOwn(request, 'params') : undefined;
        const params = isJsonObject(given) ? given : {};
        const response = await onRequest(String(method), params, signal);
        if (response === undefined)
          throw new Error(`It asked for ${String(method)}, which is not supported.`);
        return [key, response] as const;
      }),
    );
    return Object.fromEntries(pairs);
  } catch (error) {
    return errorText(error);
  }
}

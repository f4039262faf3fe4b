import { setTimeout as wait } from 'node:timers/promises';
import { present } from '@sluice/base';
import { headerText } from '../page-texts.ts';
import type { SearchAnswer } from './search-backend.ts';
import { SEARCH_TIMEOUT_MS, MAX_SEARCH_BYTES, MAX_SEARCH_RETRY_MS } from '../web-limits.ts';

export interface JsonRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

export type JsonAnswer =
  | { readonly ok: true; readonly value: unknown }
  | (Extract<SearchAnswer, { readonly ok: false }> & { readonly status?: number });

/** Asks a search service, once more if it says when. Never rejects. */
export async function getJson(request: JsonRequest): Promise<JsonAnswer> {
  const first = await getOnce(request);
  if (first.retryMs === undefined) return first.answer;
  try {
    await wait(first.retryMs, undefined, { signal: request.signal });
  } catch {
    return first.answer;
  }
  return (await getOnce(request)).answer;
}

async function getOnce({
  url,
  headers,
  env,
  signal,
}: JsonRequest): Promise<{ readonly answer: JsonAnswer; readonly retryMs?: number | undefined }> {
  const fail = (message: string, status?: number): JsonAnswer => ({
    ok: false,
    code: 'search-failed',
    message,
    ...present({ status }),
  });
  const both = AbortSignal.any([signal, AbortSignal.timeout(SEARCH_TIMEOUT_MS)]);
  try {
    const { createProxiedFetch } = await import('@sluice/agent/http');
    const response = await createProxiedFetch(env)(url, {
      headers: { accept: 'application/json', ...headers },
      // A redirect would take the key along.
      redirect: 'manual',
      signal: both,
    });
    const { status } = response;
    const location = response.headers.get('location');
    if (status >= 300 && status < 400 && location !== null) {
      await response.body?.cancel();
      const to = URL.parse(location, url.href)?.origin ?? 'another address';
      return { answer: fail(`${url.host} redirects to ${to}. Set web.search.url to where it is.`, status) };
    }
    const text = await textOf(response);
    if (text === undefined)
      return { answer: fail(`${url.host} sent more than ${MAX_SEARCH_BYTES / 1024 / 1024} MB.`, status) };
    if (status === 429) {
      const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
      const retryMs = seconds * 1_000 <= MAX_SEARCH_RETRY_MS ? seconds * 1_000 : undefined;
      const answer = fail(`${url.host} accepts no more searches for now (status 429).`, status);
      return { answer, retryMs };
    }
    if (status !== 200)
      return { answer: fail(`${url.host} answered ${status}: ${headerText(text.slice(0, 300))}`, status) };
    return { answer: { ok: true as const, value: JSON.parse(text) } };
  } catch (error) {
    if (signal.aborted) return { answer: fail('The search was canceled.') };
    const reason = error instanceof Error ? (error.cause instanceof Error ? error.cause : error).message : '';
    return { answer: fail(`${url.host} could not be searched: ${reason}.`) };
  }
}

/** Undefined: it is longer than any answer of a search. */
async function textOf({ body }: Response): Promise<string | undefined> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body ?? []) {
    pieces.push(piece);
    size += piece.length;
    if (size > MAX_SEARCH_BYTES) return undefined;
  }
  // Leaves out a byte order mark.
  return new TextDecoder().decode(Buffer.concat(pieces));
}

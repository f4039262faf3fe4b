import { setTimeout as wait } from 'node:timers/promises';
import { present } from '@sluice/base';
import type { SearchAnswer } from './search-backend.ts';

export interface JsonRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

export type JsonAnswer =
  | { readonly ok: true; readonly value: unknown }
  | (Extract<SearchAnswer, { readonly ok: false }> & { readonly status?: number });

const TIMEOUT_MS = 30_000;
const MAX_RETRY_MS = 10_000;

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
  const both = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
  try {
    const { createProxiedFetch } = await import('@sluice/agent/http');
    const response = await createProxiedFetch(env)(url, {
      headers: { accept: 'application/json', ...headers },
      signal: both,
    });
    const { status } = response;
    const text = await response.text();
    if (status === 429) {
      const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
      const retryMs = seconds * 1_000 <= MAX_RETRY_MS ? seconds * 1_000 : undefined;
      const answer = fail(`${url.host} accepts no more searches for now (status 429).`, status);
      return { answer, retryMs };
    }
    if (status !== 200)
      return { answer: fail(`${url.host} answered ${status}: ${text.slice(0, 300)}`, status) };
    return { answer: { ok: true as const, value: JSON.parse(text) } };
  } catch (error) {
    if (signal.aborted) return { answer: fail('The search was canceled.') };
    const reason = error instanceof Error ? (error.cause instanceof Error ? error.cause : error).message : '';
    return { answer: fail(`${url.host} could not be searched: ${reason}.`) };
  }
}
